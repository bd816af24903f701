package io.camelsandbox.component;

/** What the body is after a run, and which results are errors. */
record ResultRules(ResultForm form, boolean failOnNonZeroExit, boolean failOnTimeout) {

    static ResultRules of(SandboxConfiguration options) {
        return new ResultRules(
                ResultForm.of(options.getResult()), options.isFailOnNonZeroExit(), options.isFailOnTimeout());
    }
}
