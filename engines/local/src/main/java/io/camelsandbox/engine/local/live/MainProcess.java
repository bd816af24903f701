package io.camelsandbox.engine.local.live;

import io.camelsandbox.SandboxException;
import io.camelsandbox.engine.ProcessExit;
import io.camelsandbox.engine.ProcessReceiver;
import io.camelsandbox.engine.StandardStream;
import java.nio.ByteBuffer;

/** Hears of the main process and tells its sandbox. */
final class MainProcess implements ProcessReceiver {

    private final Life life;

    MainProcess(Life life) {
        this.life = life;
    }

    @Override
    public void started() {
        life.mainStarted();
    }

    @Override
    public void output(StandardStream stream, ByteBuffer bytes) {
        life.mainOutput(stream, bytes);
    }

    @Override
    public void exited(ProcessExit exit) {
        life.mainEnded(exit);
    }

    @Override
    public void failed(SandboxException cause) {
        life.mainFailed(cause);
    }
}
