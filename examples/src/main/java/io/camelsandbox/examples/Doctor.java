package io.camelsandbox.examples;

import io.camelsandbox.Enforcement.Level;
import io.camelsandbox.SandboxUnavailableException;
import io.camelsandbox.engine.EngineProbe.Check;
import io.camelsandbox.engine.EngineSettings;
import io.camelsandbox.engine.SandboxEngine;
import io.camelsandbox.engine.SandboxEngineProvider;
import io.camelsandbox.examples.Screen.Style;
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
        List<Check> checks = engine.probe().checks();
        boolean lacking =
                checks.stream().anyMatch(check -> check.guarantee().isEmpty() && check.level() == Level.UNAVAILABLE);

        screen.blank();
        screen.line(screen.styled(Style.BOLD, "The " + engine.name() + " engine on this machine"));
        screen.blank();
        print(checks);
        screen.blank();
        if (complaint.isPresent()) {
            screen.line(screen.styled(Style.BAD, "✗ It cannot run here: ") + complaint.get());
        } else if (lacking) {
            screen.line(screen.styled(Style.BAD, "✗ It runs here, but something is missing; the remedy is above."));
        } else {
            screen.line(screen.styled(Style.GOOD, "✓ Everything that is required is there."));
        }
        screen.blank();
        return complaint.isEmpty() && !lacking ? 0 : 1;
    }

    private static Optional<String> start(SandboxEngine engine) {
        try {
            engine.start();
            return Optional.empty();
        } catch (SandboxUnavailableException e) {
            return Optional.of(Failure.describe(e));
        }
    }

    private void print(List<Check> checks) {
        int width =
                checks.stream().mapToInt(check -> check.name().length()).max().orElse(0);
        for (int i = 0; i < checks.size(); i++) {
            Check check = checks.get(i);
            print(check, width);
            // One remedy for several lines in a row is said once, below them.
            boolean again = i + 1 < checks.size() && checks.get(i + 1).remedy().equals(check.remedy());
            if (!again) {
                check.remedy()
                        .ifPresent(remedy ->
                                screen.line(" ".repeat(width + 6) + screen.styled(Style.BOLD, "→ ") + remedy));
            }
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
        String line = String.format("  %s %-" + width + "s  %-11s  %s", mark, check.name(), level, check.detail());
        screen.line(line.stripTrailing());
    }
}
