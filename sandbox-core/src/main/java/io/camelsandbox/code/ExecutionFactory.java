package io.camelsandbox.code;

import io.camelsandbox.CodeRequest;
import io.camelsandbox.Interpreter;
import io.camelsandbox.Language;
import io.camelsandbox.Quoted;
import io.camelsandbox.SandboxRefusedException;
import io.camelsandbox.engine.Execution;
import io.camelsandbox.engine.GuestLayout;
import io.camelsandbox.engine.Program;
import io.camelsandbox.engine.SandboxEngine;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;

/** Turns a request into an execution: checks all of it, and leaves nothing to decide. */
public final class ExecutionFactory {

    private static final Pattern MODULE =
            Pattern.compile("[\\p{L}_][\\p{L}\\p{M}\\p{N}_]*(\\.[\\p{L}_][\\p{L}\\p{M}\\p{N}_]*)*");

    private final SandboxEngine engine;
    private final EnvironmentPolicy environments;

    /** Executions for {@code engine}; {@code own} are the variables of this process, which a request may inherit. */
    public ExecutionFactory(SandboxEngine engine, Map<String, String> own) {
        this.engine = engine;
        this.environments = new EnvironmentPolicy(own);
    }

    /** @throws io.camelsandbox.SandboxException with the first thing that is wrong */
    public Execution create(CodeRequest request) {
        byte[] code = SourceCode.bytes(request.language(), request.code());
        checkArguments(request.args());
        checkModules(request);
        FileNames.checkInputs(request.inputFiles(), request.limits());
        FileNames.checkGlobs(request.outputFiles());
        String workingDir = workingDir(request);

        CodeLanguage language = CodeLanguage.of(request.language());
        Interpreter interpreter =
                engine.interpreter(request.language(), request.interpreter().orElse(null));
        Environment environment = environments.environment(request, interpreter.path());
        Program program = language.program(request, interpreter, environment, workingDir);
        return new Execution(
                newId(),
                program,
                interpreter,
                Map.of(language.codeFile(), code),
                request.inputFiles(),
                request.outputFiles(),
                request.stdin(),
                workingDir,
                request.limits(),
                request.outputPolicy(),
                request.spool(),
                request.mounts());
    }

    /** It names an execution in logs and results and is no secret: the source of those costs more than it is worth. */
    private static String newId() {
        var random = ThreadLocalRandom.current();
        return new UUID(random.nextLong(), random.nextLong()).toString();
    }

    private static void checkArguments(List<String> args) {
        for (int i = 0; i < args.size(); i++) {
            Texts.requirePassable("argument " + (i + 1), args.get(i));
        }
    }

    private static void checkModules(CodeRequest request) {
        if (!request.allowedModules().isEmpty() && request.language() != Language.PYTHON) {
            throw new SandboxRefusedException("allowed_modules is for python only, not for "
                    + request.language().id());
        }
        for (String module : request.allowedModules()) {
            if (!MODULE.matcher(module).matches()) {
                throw new SandboxRefusedException(
                        "allowed_modules: '" + Quoted.text(module) + "' is no name of a module");
            }
        }
    }

    private static String workingDir(CodeRequest request) {
        String written = request.workingDir().orElse(GuestLayout.WORKSPACE);
        Texts.requirePassable("working_dir", written);
        if (!written.startsWith("/")) {
            throw new SandboxRefusedException(
                    "working_dir '" + Quoted.text(written) + "' must be an absolute path in the sandbox");
        }
        var normalised = new StringBuilder();
        for (String part : written.split("/")) {
            if (part.equals("..")) {
                throw new SandboxRefusedException(
                        "working_dir '" + Quoted.text(written) + "' must not hold the part ..");
            }
            if (!part.isEmpty() && !part.equals(".")) {
                normalised.append('/').append(part);
            }
        }
        return normalised.isEmpty() ? "/" : normalised.toString();
    }
}
