package io.camelsandbox.code;

import io.camelsandbox.Language;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What discovery knows of the interpreters of one language. */
enum InterpreterKind {
    PYTHON(
            Language.PYTHON,
            "Python",
            "python3",
            "pythonInterpreter",
            List.of("python3", "python"),
            List.of(
                    "-I",
                    "-S",
                    "-c",
                    "import sys; print('%d.%d.%d' % sys.version_info[:3]); print(sys.executable);"
                            + " print(sys.prefix); print(sys.base_prefix)"),
            new int[] {3, 8}),
    NODE(
            Language.JS,
            "Node.js",
            "nodejs",
            "nodeInterpreter",
            List.of("node", "nodejs"),
            List.of("-p", "[process.versions.node, process.execPath].join('\\n')"),
            new int[] {18, 0}),
    SHELL(
            Language.SHELL,
            "shell",
            "dash or bash",
            "shellInterpreter",
            List.of("sh", "bash"),
            List.of("-c", "v=${BASH_VERSION:-${ZSH_VERSION:-${KSH_VERSION:-}}}; echo \"shell $v\""),
            new int[] {0, 0});

    private static final Pattern NUMBER = Pattern.compile("(\\d+)\\.(\\d+)(?:\\.\\d+)*");
    private static final Path USR = Path.of("/usr");

    private final Language language;
    private final String title;
    private final String remedy;
    private final String option;
    private final List<String> names;
    private final List<String> question;
    private final int[] oldest;

    InterpreterKind(
            Language language,
            String title,
            String remedy,
            String option,
            List<String> names,
            List<String> question,
            int[] oldest) {
        this.language = language;
        this.title = title;
        this.remedy = remedy;
        this.option = option;
        this.names = names;
        this.question = question;
        this.oldest = oldest;
    }

    /**
     * What an interpreter said of itself.
     *
     * @param needed  every file and folder that a sandbox must be able to use
     * @param folders those of them that are outside {@code /usr}
     */
    record Answer(Path path, String version, Set<Path> needed, Set<Path> folders) {}

    static InterpreterKind of(Language language) {
        return switch (language) {
            case PYTHON -> PYTHON;
            case JS -> NODE;
            case SHELL -> SHELL;
        };
    }

    Language language() {
        return language;
    }

    String title() {
        return title;
    }

    String remedy() {
        return remedy;
    }

    String option() {
        return option;
    }

    List<String> names() {
        return names;
    }

    List<String> question() {
        return question;
    }

    /** Equal for candidates that are one program, so that /bin and /usr/bin are not asked twice. */
    Path identity(Path candidate) {
        return withRealFolder(candidate);
    }

    /** Reads the answer to {@link #question()}. */
    Answer read(Path asked, List<String> lines) throws UnusableInterpreterException {
        return switch (this) {
            case PYTHON -> readPython(lines);
            case NODE -> readNode(lines);
            case SHELL -> readShell(asked, lines);
        };
    }

    private Answer readPython(List<String> lines) throws UnusableInterpreterException {
        requireLines(lines, 4);
        Path executable = Path.of(lines.get(1));
        Path prefix = Path.of(lines.get(2));
        Path base = Path.of(lines.get(3));
        // A virtual environment is found by the path that starts it, which therefore stays a link.
        boolean virtual = !prefix.equals(base);
        Path path = virtual ? withRealFolder(executable) : real(executable);
        return answer(path, checkedVersion(lines.get(0)), List.of(path, real(executable), prefix, base));
    }

    private Answer readNode(List<String> lines) throws UnusableInterpreterException {
        requireLines(lines, 2);
        Path path = real(Path.of(lines.get(1)));
        Path folder = path.getParent();
        boolean installed = folder.endsWith("bin") && folder.getParent().getNameCount() > 0;
        return answer(path, checkedVersion(lines.get(0)), List.of(path, installed ? folder.getParent() : folder));
    }

    private Answer readShell(Path asked, List<String> lines) throws UnusableInterpreterException {
        requireLines(lines, 1);
        if (!lines.get(0).startsWith("shell ")) {
            throw new UnusableInterpreterException("it is no shell");
        }
        // Its name tells a shell (or a program that is many) how to behave: sh stays sh.
        Path path = withRealFolder(asked);
        Matcher number = NUMBER.matcher(lines.get(0));
        return answer(path, number.find() ? number.group() : "", List.of(path, real(path)));
    }

    private static Answer answer(Path path, String version, List<Path> needed) {
        var folders = new LinkedHashSet<Path>();
        for (Path one : needed) {
            Path folder = Files.isDirectory(one) ? one : one.getParent();
            if (!folder.startsWith(USR) && folder.getNameCount() > 0) {
                folders.add(folder);
            }
        }
        folders.removeIf(
                folder -> folders.stream().anyMatch(other -> !other.equals(folder) && folder.startsWith(other)));
        return new Answer(path, version, new LinkedHashSet<>(needed), folders);
    }

    private String checkedVersion(String version) throws UnusableInterpreterException {
        Matcher number = NUMBER.matcher(version);
        if (!number.matches()) {
            throw new UnusableInterpreterException("it is no " + title);
        }
        int major = Integer.parseInt(number.group(1));
        int minor = Integer.parseInt(number.group(2));
        if (major < oldest[0] || major == oldest[0] && minor < oldest[1]) {
            throw new UnusableInterpreterException(
                    "it is " + title + " " + version + ": " + oldest[0] + "." + oldest[1] + " or later is needed");
        }
        return version;
    }

    private void requireLines(List<String> lines, int count) throws UnusableInterpreterException {
        if (lines.size() != count || lines.stream().skip(1).anyMatch(line -> !line.startsWith("/"))) {
            throw new UnusableInterpreterException("it is no " + title);
        }
    }

    private static Path withRealFolder(Path path) {
        Path folder = path.getParent();
        return folder == null ? path : real(folder).resolve(path.getFileName());
    }

    private static Path real(Path path) {
        try {
            return path.toRealPath();
        } catch (IOException e) {
            return path;
        }
    }
}
