package io.camelsandbox.engine.local.wire;

/** The types of frames, by the names the protocol's page gives them. */
public final class FrameType {

    /** The version of the protocol that is spoken. */
    public static final int VERSION = 1;

    /** The longest a frame may be, its type included and its length not. */
    public static final int MAX_LENGTH = 2_097_152;

    /** First on a connection: from the launcher itself. */
    public static final int HELLO = 0x01;
    /** First on a connection: from a sandbox. */
    public static final int JOIN = 0x02;

    /** To the launcher. */
    public static final int START = 0x10;
    /** To the launcher. */
    public static final int RELEASE = 0x11;
    /** To the launcher. */
    public static final int KILL = 0x12;

    /** From the launcher. */
    public static final int SANDBOX_PARKED = 0x20;
    /** From the launcher. */
    public static final int SANDBOX_STARTED = 0x21;
    /** From the launcher. */
    public static final int SANDBOX_REFUSED = 0x22;
    /** From the launcher. */
    public static final int SANDBOX_ENDED = 0x23;

    /** To init. */
    public static final int SETUP = 0x40;
    /** To init. */
    public static final int EXEC = 0x41;
    /** To init. */
    public static final int GO = 0x42;
    /** To init. */
    public static final int INPUT = 0x43;
    /** To init. */
    public static final int SIGNAL = 0x44;
    /** To init. */
    public static final int PUT = 0x45;
    /** To init. */
    public static final int DATA = 0x46;
    /** To init. */
    public static final int LIST = 0x47;
    /** To init. */
    public static final int GET = 0x48;

    /** To init. */
    public static final int TAKEN = 0x49;
    /** To init. */
    public static final int RESIZE = 0x4A;
    /** To init. */
    public static final int END = 0x4B;
    /** To init. */
    public static final int LEASE = 0x4C;

    /** From init. */
    public static final int READY = 0x50;
    /** From init. */
    public static final int STARTED = 0x51;
    /** From init. */
    public static final int REFUSED = 0x52;
    /** From init. */
    public static final int OUTPUT = 0x53;
    /** From init. */
    public static final int DONE = 0x54;
    /** From init. */
    public static final int FAILED = 0x55;
    /** From init. */
    public static final int ENTRY = 0x56;
    /** From init. */
    public static final int FILE = 0x57;
    /** From init. */
    public static final int CHUNK = 0x58;
    /** From init. */
    public static final int CREDIT = 0x59;
    /** From init. */
    public static final int EXIT = 0x5A;
    /** From init. */
    public static final int WAITING = 0x5B;

    private FrameType() {}
}
