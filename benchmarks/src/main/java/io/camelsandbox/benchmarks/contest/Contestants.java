package io.camelsandbox.benchmarks.contest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Everybody who takes part here, and a note for each who cannot. */
public final class Contestants implements AutoCloseable {

    private static final Set<String> UNLOADED =
            Set.of(RouteContestant.SCRATCH, RouteContestant.COLD, BareBubblewrap.NAME);

    private final List<Contestant> everybody = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final Map<TinyScript, Path> interpreters;

    private Contestants(Map<TinyScript, Path> interpreters) {
        this.interpreters = interpreters;
    }

    /**
     * Where the others are.
     *
     * @param camelExec   the jar of camel-exec
     * @param flytoPython the interpreter of an environment with flyto-core
     * @param podmanImage an image that podman has
     */
    public record Others(Optional<Path> camelExec, Optional<Path> flytoPython, Optional<String> podmanImage) {}

    /**
     * Starts everybody. Without our own routes there is nothing to measure; of the others, who does not start is noted.
     *
     * @param folder an empty folder for scripts
     */
    public static Contestants start(Others others, Path folder) throws Exception {
        RouteContestant warm = RouteContestant.warm();
        var contestants = new Contestants(warm.interpreters());
        try {
            Map<TinyScript, Path> interpreters = contestants.interpreters;
            contestants.everybody.add(new PlainProcess(interpreters, newFolder(folder, "plain")));
            contestants.everybody.add(RouteContestant.scratch());
            contestants.everybody.add(RouteContestant.cold());
            contestants.everybody.add(warm);
            contestants.join(
                    BareBubblewrap.NAME,
                    Optional.of(() -> new BareBubblewrap(interpreters, newFolder(folder, "bwrap"))),
                    "it is always here");
            contestants.join(
                    CamelExec.NAME,
                    others.camelExec().map(jar -> () -> new CamelExec(jar, interpreters, newFolder(folder, "exec"))),
                    "its jar is not here");
            contestants.join(
                    Flyto.NAME,
                    others.flytoPython().map(python -> () -> new Flyto(python, newFolder(folder, "flyto"))),
                    "the Python package is not installed");
            contestants.join(
                    Podman.NAME,
                    others.podmanImage().map(image -> () -> new Podman(image)),
                    "no image is given with --podman-image");
            return contestants;
        } catch (Exception e) {
            contestants.close();
            throw e;
        }
    }

    private interface Start {
        Contestant start() throws Exception;
    }

    private void join(String name, Optional<Start> start, String otherwise) {
        if (start.isEmpty()) {
            notes.add(name + " is left out: " + otherwise);
            return;
        }
        try {
            Contestant contestant = start.get().start();
            everybody.add(contestant);
            contestant.runsPerSecond(TinyScript.SHELL, 1, Duration.ofMillis(1));
        } catch (Exception | LinkageError e) {
            find(name).ifPresent(Contestant::close);
            everybody.removeIf(c -> c.name().equals(name));
            notes.add(name + " is left out: " + e.getMessage());
        }
    }

    private static Path newFolder(Path folder, String name) throws IOException {
        return Files.createDirectories(folder.resolve(name));
    }

    /** Everybody; A is the first. */
    public List<Contestant> everybody() {
        return List.copyOf(everybody);
    }

    /** Those of whom the throughput counts: of ours, the one with the component's defaults. */
    public List<Contestant> ofLoad() {
        return everybody.stream().filter(c -> !UNLOADED.contains(c.name())).toList();
    }

    /** The one of that name. */
    public Optional<Contestant> find(String name) {
        return everybody.stream().filter(c -> c.name().equals(name)).findFirst();
    }

    /** Who does not take part, and why. */
    public List<String> notes() {
        return List.copyOf(notes);
    }

    /** For each script the path of the interpreter that the sandbox runs it with. */
    public Map<TinyScript, Path> interpreters() {
        return new EnumMap<>(interpreters);
    }

    @Override
    public void close() {
        everybody.forEach(Contestant::close);
    }
}
