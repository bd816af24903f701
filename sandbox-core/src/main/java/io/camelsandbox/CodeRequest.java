package io.camelsandbox;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Code to run, and everything it is run with. Immutable; made by {@link #builder}. */
public final class CodeRequest {

    private final Language language;
    private final String code;
    private final List<String> args;
    private final Map<String, String> env;
    private final List<String> inheritEnv;
    private final Stdin stdin;
    private final Limits limits;
    private final OutputPolicy outputPolicy;
    private final Spool spool;
    private final Map<String, byte[]> inputFiles;
    private final List<String> outputFiles;
    private final List<String> allowedModules;
    private final String workingDir;
    private final List<Mount> mounts;
    private final String interpreter;

    private CodeRequest(Builder builder) {
        this.language = builder.language;
        this.code = builder.code;
        this.args = List.copyOf(builder.args);
        this.env = Map.copyOf(builder.env);
        this.inheritEnv = List.copyOf(builder.inheritEnv);
        this.stdin = builder.stdin;
        this.limits = builder.limits;
        this.outputPolicy = builder.outputPolicy;
        this.spool = builder.spool;
        this.inputFiles = Map.copyOf(builder.inputFiles);
        this.outputFiles = List.copyOf(builder.outputFiles);
        this.allowedModules = List.copyOf(builder.allowedModules);
        this.workingDir = builder.workingDir;
        this.mounts = List.copyOf(builder.mounts);
        this.interpreter = builder.interpreter;
    }

    /** Begins a request for {@code code}; everything else has its default. */
    public static Builder builder(Language language, String code) {
        return new Builder(language, code);
    }

    public Language language() {
        return language;
    }

    /** The code, as it was written. */
    public String code() {
        return code;
    }

    /** Arguments, each one passed literally. */
    public List<String> args() {
        return args;
    }

    /** Variables given to the code. */
    public Map<String, String> env() {
        return env;
    }

    /** Names, or globs of names, of variables of this process that the code gets too; {@code *} is all of them. */
    public List<String> inheritEnv() {
        return inheritEnv;
    }

    public Stdin stdin() {
        return stdin;
    }

    public Limits limits() {
        return limits;
    }

    public OutputPolicy outputPolicy() {
        return outputPolicy;
    }

    /** Where output above {@link Limits#output()} goes; empty drops it. */
    public Optional<Spool> spool() {
        return Optional.ofNullable(spool);
    }

    /** Path relative to the workspace → content. */
    public Map<String, byte[]> inputFiles() {
        return inputFiles;
    }

    /** Globs, relative to the workspace, of the files to collect. */
    public List<String> outputFiles() {
        return outputFiles;
    }

    /**
     * Modules that Python code may import; empty allows all. A name allows itself and what is below it. The list judges
     * what the code itself imports, by any way that the language has; what an allowed module imports works. It is a
     * policy for honest code: the boundary is the sandbox. A list with a module that reaches into others, such as
     * {@code ctypes}, {@code gc}, {@code inspect}, {@code os}, {@code pickle} or {@code subprocess}, allows what that
     * can do.
     */
    public List<String> allowedModules() {
        return allowedModules;
    }

    /** An absolute path in the sandbox; empty is the workspace. */
    public Optional<String> workingDir() {
        return Optional.ofNullable(workingDir);
    }

    public List<Mount> mounts() {
        return mounts;
    }

    /** A name or path that overrides which interpreter runs the code, such as {@code bash}. */
    public Optional<String> interpreter() {
        return Optional.ofNullable(interpreter);
    }

    /** Names no content. */
    @Override
    public String toString() {
        return "CodeRequest[" + language.id() + ", " + code.length() + " characters]";
    }

    /** Collects a request. Values are checked when the request is run. */
    public static final class Builder {

        private final Language language;
        private final String code;
        private final List<String> args = new ArrayList<>();
        private final Map<String, String> env = new LinkedHashMap<>();
        private final List<String> inheritEnv = new ArrayList<>();
        private final Map<String, byte[]> inputFiles = new LinkedHashMap<>();
        private final List<String> outputFiles = new ArrayList<>();
        private final List<String> allowedModules = new ArrayList<>();
        private final List<Mount> mounts = new ArrayList<>();
        private Stdin stdin = Stdin.EMPTY;
        private Limits limits = Limits.DEFAULTS;
        private OutputPolicy outputPolicy = OutputPolicy.TRUNCATE;
        private Spool spool;
        private String workingDir;
        private String interpreter;

        private Builder(Language language, String code) {
            this.language = Objects.requireNonNull(language);
            this.code = Objects.requireNonNull(code);
        }

        public Builder args(List<String> values) {
            args.addAll(values);
            return this;
        }

        public Builder env(Map<String, String> values) {
            env.putAll(values);
            return this;
        }

        public Builder inheritEnv(List<String> values) {
            inheritEnv.addAll(values);
            return this;
        }

        public Builder stdin(Stdin value) {
            stdin = Objects.requireNonNull(value);
            return this;
        }

        public Builder limits(Limits value) {
            limits = Objects.requireNonNull(value);
            return this;
        }

        public Builder outputPolicy(OutputPolicy value) {
            outputPolicy = Objects.requireNonNull(value);
            return this;
        }

        public Builder spool(Spool value) {
            spool = value;
            return this;
        }

        public Builder inputFiles(Map<String, byte[]> values) {
            inputFiles.putAll(values);
            return this;
        }

        public Builder outputFiles(List<String> globs) {
            outputFiles.addAll(globs);
            return this;
        }

        public Builder allowedModules(List<String> values) {
            allowedModules.addAll(values);
            return this;
        }

        public Builder workingDir(String value) {
            workingDir = value;
            return this;
        }

        public Builder mounts(List<Mount> values) {
            mounts.addAll(values);
            return this;
        }

        public Builder interpreter(String value) {
            interpreter = value;
            return this;
        }

        public CodeRequest build() {
            return new CodeRequest(this);
        }
    }
}
