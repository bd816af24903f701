package io.camelsandbox.engine.local;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OwnerTest {

    private final Owner self = Owner.self();

    @Test
    void isReadAsItWasWritten() {
        assertThat(Owner.parse(self.text())).contains(self);
        assertThat(Owner.parse("1-2")).isEmpty();
        assertThat(Owner.parse("99999999999999999999-1-1-a")).isEmpty();
    }

    @Test
    void aRunningJvmIsAlive() {
        assertThat(self.isDead()).isFalse();
    }

    @Test
    void anotherProcessWithTheSamePidIsNotTheJvm() {
        assertThat(new Owner(self.pid(), self.startTime() - 1, self.pidSpace(), self.boot()).isDead())
                .isTrue();
    }

    @Test
    void aJvmOfAnEarlierBootIsDead() {
        assertThat(new Owner(self.pid(), self.startTime(), self.pidSpace(), "0123abcd").isDead())
                .isTrue();
    }

    @Test
    void aJvmInAnotherContainerMayAlwaysBeAlive() {
        assertThat(new Owner(999_999_999, 1, "1", self.boot()).isDead()).isFalse();
    }

    @Test
    void namesOfRuntimeFoldersTellTheirOwner() {
        assertThat(Sweep.isAbandoned(RuntimeFolder.PREFIX + self.text() + "-0badcafe"))
                .isFalse();
        Owner gone = new Owner(999_999_999, 1, self.pidSpace(), self.boot());
        assertThat(Sweep.isAbandoned(RuntimeFolder.PREFIX + gone.text() + "-0badcafe"))
                .isTrue();
        assertThat(Sweep.isAbandoned(RuntimeFolder.PREFIX + "something-else")).isFalse();
        assertThat(Sweep.isAbandoned("something")).isFalse();
    }
}
