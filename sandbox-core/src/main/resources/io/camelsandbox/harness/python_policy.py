def install(source, path, main, modules):
    return compile(source, path, "exec", dont_inherit=True)
