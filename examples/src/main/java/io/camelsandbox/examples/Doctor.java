package io.camelsandbox.examples;

import io.camelsandbox.Enforcement.Level;
import io.camelsandbox.Interpreter;
import io.camelsandbox.Language;
import io.camelsandbox.SandboxUnavailableException;
import io.camelsandbox.engine.EngineProbe;
import io.camelsandbox.engine.EngineProbe.Check;
import io.camelsandbox.engine.EngineSettings;
import io.camelsandbox.engine.SandboxEngine;
import io.camelsandbox.engine.SandboxEngineProvider;
import io.camelsandbox.examples.Screen.Style;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/** Prints what each engine can enforce on this machine, a line for each thing, with the remedy for what is missing. */
final class Doctor {

    private final Screen screen;
    private final Iterable<SandboxEngineProvider> providers;

    Doctor(Screen screen) {
        this(screen, ServiceLoader.load(SandboxEngineProvider.class));
    }

    Doctor(Screen screen, Iterable<SandboxEngineProvider> providers) {
        this.screen = screen;
        this.providers = providers;
    }

    /** 0 when everything that is required is there, else 1. */
    int run() {
        int status = 0;
        for (SandboxEngineProvider provider : providers) {
            try (SandboxEngine engine = provider.create(EngineSettings.DEFAULTS)) {
                status = Math.max(status, examine(engine));
            }
        }
        return status;
    }

    private int examine(SandboxEngine engine) {
        Optional<String> complaint = start(engine);
        EngineProbe probe = engine.probe();
        var lines = new ArrayList<>(probe.checks());
        List<Check> interpreters = interpreters(engine);
        lines.addAll(interpreters);
        boolean found = interpreters.stream().noneMatch(check -> check.level() == Level.UNAVAILABLE);

        screen.blank();
        screen.line(screen.styled(Style.BOLD, "The " + engine.name() + " engine on this machine"));
        screen.blank();
        int width =
                lines.stream().mapToInt(check -> check.name().length()).max().orElse(0);
        lines.forEach(check -> print(check, width));
        screen.blank();
        if (complaint.isPresent()) {
            screen.line(screen.styled(Style.BAD, "✗ It cannot run here: ") + complaint.get());
        } else if (!found) {
            screen.line(screen.styled(Style.BAD, "✗ It runs here, but not every language does; the remedy is above."));
        } else {
            screen.line(screen.styled(Style.GOOD, "✓ Everything that is required is there."));
        }
        screen.blank();
        return complaint.isEmpty() && found ? 0 : 1;
    }

    private static Optional<String> start(SandboxEngine engine) {
        try {
            engine.start();
            return Optional.empty();
        } catch (SandboxUnavailableException e) {
            return Optional.of(Failure.describe(e));
        }
    }

    private static List<Check> interpreters(SandboxEngine engine) {
        var checks = new ArrayList<Check>();
        for (Language language : Language.values()) {
            checks.add(interpreter(engine, language));
        }
        return checks;
    }

    private static Check interpreter(SandboxEngine engine, Language language) {
        try {
            Interpreter found = engine.interpreter(language, null);
            String detail = (found.version() + " " + found.path()).strip();
            return new Check(language.id(), Optional.empty(), Level.ENFORCED, detail, Optional.empty());
        } catch (SandboxUnavailableException e) {
            return new Check(language.id(), Optional.empty(), Level.UNAVAILABLE, e.getMessage(), Optional.empty());
        }
    }

    private void print(Check check, int width) {
        String mark =
                switch (check.level()) {
                    case ENFORCED -> screen.styled(Style.GOOD, "✓");
                    case BEST_EFFORT -> screen.styled(Style.WARNING, "~");
                    case UNAVAILABLE -> screen.styled(Style.BAD, "✗");
                };
        String level = check.guarantee().isPresent() ? check.level().id() : "";
        screen.line(String.format("  %s %-" + width + "s  %-11s  %s", mark, check.name(), level, check.detail()));
        check.remedy()
                .ifPresent(remedy -> screen.indented(" ".repeat(width + 6), screen.styled(Style.BOLD, "→ ") + remedy));
    }
}
