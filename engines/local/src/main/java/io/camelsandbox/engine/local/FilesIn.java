package io.camelsandbox.engine.local;

import io.camelsandbox.engine.Execution;
import java.util.Map;

/** Puts code and input files into a sandbox. */
final class FilesIn {

    private static final int MODE = 0644;

    /** Success is not said: all that is sent after it finds the file. */
    private static final int SILENT = 0;

    private final LiveSandbox sandbox;

    FilesIn(LiveSandbox sandbox) {
        this.sandbox = sandbox;
    }

    /** Sends all files of an execution; init answers once for each input file. Returns how many answers will come. */
    int put(Isolator.Placed placed) {
        Execution execution = placed.execution();
        execution.codeFiles().forEach((name, content) -> put(SILENT, placed.code() + "/" + name, content));
        int answers = 0;
        for (Map.Entry<String, byte[]> file : execution.inputFiles().entrySet()) {
            answers++;
            put(answers, placed.workspace() + "/" + file.getKey(), file.getValue());
        }
        return answers;
    }

    private void put(int ref, String path, byte[] content) {
        sandbox.send(InitFrames.put(ref, path, MODE, content.length));
        for (int offset = 0; offset < content.length; ) {
            int length = InitFrames.chunk(content.length - offset);
            sandbox.send(InitFrames.data(ref, content, offset, length));
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
