package io.camelsandbox.engine;

/** Where things are inside every sandbox, whatever the engine. */
public final class GuestLayout {

    /** The working directory unless another is asked for; input files are put here, output files are taken from here. */
    public static final String WORKSPACE = "/workspace";

    /** Holds the file with the code that is run. */
    public static final String CODE = "/code";

    /** Read-only: what the library brings into the sandbox, such as the interpreters' bootstraps. */
    public static final String SUPPORT = "/sandbox";

    /** The sandbox's own temporary folder. */
    public static final String TMP = "/tmp";

    /** The home folder of the sandbox's user. */
    public static final String HOME = "/home/sandbox";

    /** The name of the sandbox's user. */
    public static final String USER = "sandbox";

    private GuestLayout() {}
}
