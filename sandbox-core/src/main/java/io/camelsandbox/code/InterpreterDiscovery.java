package io.camelsandbox.code;

import io.camelsandbox.Interpreter;
import io.camelsandbox.Language;
import io.camelsandbox.Quoted;
import io.camelsandbox.Reason;
import io.camelsandbox.SandboxRefusedException;
import io.camelsandbox.SandboxUnavailableException;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Finds interpreters on this machine: on PATH first, then in the usual places. The first that says its version and that
 * a sandbox can use is taken, and kept. Safe for any number of threads.
 */
public final class InterpreterDiscovery {

    private static final List<String> USUAL_PLACES =
            List.of("/usr/local/bin", "/usr/bin", "/bin", "/opt/node/bin", "/opt/python/bin", "/usr/local/node/bin");

    private final String searchPath;
    private final Function<Path, Optional<String>> whyNotUsable;
    private final InterpreterProbe probe;
    private final Map<Wanted, Interpreter> found = new ConcurrentHashMap<>();

    private record Wanted(Language language, Optional<String> choice) {}

    /**
     * Finds interpreters on this process's PATH.
     *
     * @param whyNotUsable says of a file or folder why a sandbox cannot use it, such as one below another user's home;
     *     empty when it can
     */
    public InterpreterDiscovery(Function<Path, Optional<String>> whyNotUsable) {
        this(System.getenv().getOrDefault("PATH", ""), whyNotUsable, new InterpreterProbe());
    }

    InterpreterDiscovery(String searchPath, Function<Path, Optional<String>> whyNotUsable, InterpreterProbe probe) {
        this.searchPath = searchPath;
        this.whyNotUsable = whyNotUsable;
        this.probe = probe;
    }

    /**
     * Finds the interpreter of a language.
     *
     * @param choice a name to look for, or an absolute path to take; null searches by the language's own names
     * @throws SandboxUnavailableException when there is none that can be used; the message says what was looked at and
     *     names the option that would choose another
     */
    public Interpreter find(Language language, String choice) {
        var wanted = new Wanted(
                language, Optional.ofNullable(choice).map(String::trim).filter(c -> !c.isEmpty()));
        Interpreter known = found.get(wanted);
        return known != null ? known : found.computeIfAbsent(wanted, this::search);
    }

    private Interpreter search(Wanted wanted) {
        var kind = InterpreterKind.of(wanted.language());
        List<Path> candidates = candidates(kind, wanted.choice());
        var refusals = new ArrayList<String>();
        var seen = new LinkedHashSet<Path>();
        for (Path candidate : candidates) {
            if (Files.isRegularFile(candidate) && seen.add(kind.identity(candidate))) {
                try {
                    return examine(kind, candidate);
                } catch (UnusableInterpreterException e) {
                    refusals.add(Quoted.text(candidate.toString()) + ": " + e.getMessage());
                }
            }
        }
        throw new SandboxUnavailableException(
                Reason.INTERPRETER_UNAVAILABLE, complaint(kind, wanted, candidates, refusals), null);
    }

    private Interpreter examine(InterpreterKind kind, Path candidate) throws UnusableInterpreterException {
        if (!Files.isExecutable(candidate)) {
            throw new UnusableInterpreterException("it is not executable");
        }
        InterpreterKind.Answer answer = kind.read(candidate, probe.ask(candidate, kind.question()));
        for (Path needed : answer.needed()) {
            Optional<String> why = whyNotUsable.apply(needed);
            if (why.isPresent()) {
                throw new UnusableInterpreterException(why.get());
            }
        }
        return new Interpreter(kind.language(), answer.path(), answer.version(), answer.folders());
    }

    private List<Path> candidates(InterpreterKind kind, Optional<String> choice) {
        if (choice.isPresent() && choice.get().indexOf('/') >= 0) {
            return List.of(absolute(kind, choice.get()));
        }
        List<String> names = choice.map(List::of).orElse(kind.names());
        var candidates = new ArrayList<Path>();
        for (Path folder : folders()) {
            for (String name : names) {
                candidates.add(folder.resolve(checkedName(kind, name)));
            }
        }
        return candidates;
    }

    private static Path absolute(InterpreterKind kind, String choice) {
        Path path = Path.of(checkedName(kind, choice));
        if (!path.isAbsolute()) {
            throw new SandboxRefusedException(kind.option() + " '" + Quoted.text(choice)
                    + "' must be a name or an absolute path, not a relative one");
        }
        return path.normalize();
    }

    private static String checkedName(InterpreterKind kind, String name) {
        if (name.chars().anyMatch(c -> c < ' ') || name.equals(".") || name.equals("..")) {
            throw new SandboxRefusedException(kind.option() + " '" + Quoted.text(name) + "' is no name of a program");
        }
        return name;
    }

    private Set<Path> folders() {
        var folders = new LinkedHashSet<Path>();
        for (String folder : searchPath.split(File.pathSeparator)) {
            if (folder.startsWith("/") && folder.indexOf('\0') < 0) {
                folders.add(Path.of(folder).normalize());
            }
        }
        USUAL_PLACES.forEach(folder -> folders.add(Path.of(folder)));
        return folders;
    }

    private static String complaint(InterpreterKind kind, Wanted wanted, List<Path> candidates, List<String> refusals) {
        var message = new StringBuilder("no ").append(kind.title()).append(" that a sandbox can use was found");
        if (wanted.choice().isPresent()) {
            message.append(" as '").append(Quoted.text(wanted.choice().get())).append("'");
        }
        if (refusals.isEmpty()) {
            var folders = new LinkedHashSet<String>();
            candidates.forEach(c -> folders.add(String.valueOf(c.getParent())));
            message.append(": there is none in ").append(String.join(", ", folders));
        } else {
            message.append(": ").append(String.join("; ", refusals));
        }
        return message.append(". Install ")
                .append(kind.remedy())
                .append(", or name another with the option ")
                .append(kind.option())
                .append(" (or interpreter, for one endpoint)")
                .toString();
    }
}
