package io.camelsandbox.engine;

/** Found with {@link java.util.ServiceLoader}: each engine's way into the library. */
public interface SandboxEngineProvider {

    /** The engine's name, unique among providers. */
    String name();

    /** Makes an engine that is not started yet. */
    SandboxEngine create(EngineSettings settings);
}
