package io.camelsandbox.benchmarks.contest;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;

/** Ours: a message goes through a route to {@code sandbox:} and comes back with the output. */
public final class RouteContestant extends JavaContestant {

    /** No sandbox waits: everything starts when the message comes. */
    public static final String SCRATCH = "scratch";

    /** No interpreter waits, but sandboxes do: the interpreter starts when the message comes. */
    public static final String COLD = "cold";

    /** With the component's own defaults. */
    public static final String WARM = "warm";

    private static final int MAX_CONCURRENT = 16;

    private final SandboxRoutes routes;

    private RouteContestant(String name, SandboxRoutes routes) {
        super(name);
        this.routes = routes;
    }

    public static RouteContestant scratch() throws Exception {
        return new RouteContestant(SCRATCH, SandboxRoutes.start(options("none"), ""));
    }

    public static RouteContestant cold() throws Exception {
        return new RouteContestant(COLD, SandboxRoutes.start(options("bare"), ""));
    }

    public static RouteContestant warm() throws Exception {
        return new RouteContestant(WARM, SandboxRoutes.start(options("auto"), ""));
    }

    private static Map<String, Object> options(String spares) {
        return Map.of("maxConcurrent", MAX_CONCURRENT, "engineProperties", Map.of("spares", spares));
    }

    /** For each script the path of the interpreter that runs it, asked in the sandbox. */
    public Map<TinyScript, Path> interpreters() {
        var paths = new EnumMap<TinyScript, Path>(TinyScript.class);
        for (TinyScript script : TinyScript.values()) {
            paths.put(
                    script,
                    Path.of(routes.text(script, script.interpreterQuestion()).strip()));
        }
        return paths;
    }

    @Override
    public void runOnce(TinyScript script) {
        script.check(name(), routes.text(script, script.code()));
    }

    /** Runs the script once and gives the part of the time that the engine counts as the program's own. */
    public long insideNanos(TinyScript script) {
        return routes.result(script, script.code()).usage().wallTime().toNanos();
    }

    @Override
    public void close() {
        routes.close();
    }
}
