package io.camelsandbox.engine.local.cgroup;

/** What a group gets of processors that others want too. */
enum Share {
    /** As much as anybody. */
    FULL(1_024, 100),
    /** Little: what runs now goes before what is only made ready. */
    SMALL(64, 6);

    private final int v1;
    private final int v2;

    Share(int v1, int v2) {
        this.v1 = v1;
        this.v2 = v2;
    }

    /** As {@code cpu.shares}. */
    int v1() {
        return v1;
    }

    /** As {@code cpu.weight}. */
    int v2() {
        return v2;
    }
}
