package io.camelsandbox.engine.local;

import io.camelsandbox.SandboxException;
import io.camelsandbox.engine.EngineProbe;
import io.camelsandbox.engine.EngineSettings;

/** Prints what an engine finds; a program of its own, for tests that take something away from it. */
final class PrintProbe {

    private PrintProbe() {}

    public static void main(String[] args) {
        try (var engine = new LocalEngine(EngineSettings.DEFAULTS)) {
            for (EngineProbe.Check check : engine.probe().checks()) {
                System.out.println(check.name() + " | " + check.level().id() + " | " + check.detail() + " | "
                        + check.remedy().orElse("-"));
            }
            engine.start();
            System.out.println("started");
        } catch (SandboxException e) {
            System.out.println("not started: " + e.getMessage());
        }
    }
}
