package io.camelsandbox.engine.local;

/** Puts code and input files into a sandbox. */
final class FilesIn {

    private static final int MODE = 0644;

    private final LiveSandbox sandbox;
    private int count;

    FilesIn(LiveSandbox sandbox) {
        this.sandbox = sandbox;
    }

    /** Sends all files of an execution; init answers once for each. Returns how many. */
    int put(Isolator.Placed placed) {
        placed.execution().codeFiles().forEach((name, content) -> put(placed.code() + "/" + name, content));
        placed.execution().inputFiles().forEach((name, content) -> put(placed.workspace() + "/" + name, content));
        return count;
    }

    private void put(String path, byte[] content) {
        count++;
        sandbox.send(InitFrames.put(count, path, MODE, content.length));
        for (int offset = 0; offset < content.length; ) {
            int length = InitFrames.chunk(content.length - offset);
            sandbox.send(InitFrames.data(count, content, offset, length));
            offset += length;
        }
    }

    /** Sends a whole stream, its end included. */
    static void sendAll(LiveSandbox sandbox, int stream, byte[] content) {
        for (int offset = 0; offset < content.length; ) {
            int length = InitFrames.chunk(content.length - offset);
            sandbox.send(InitFrames.input(stream, content, offset, length));
            offset += length;
        }
        sandbox.send(InitFrames.endOfInput(stream));
    }
}
