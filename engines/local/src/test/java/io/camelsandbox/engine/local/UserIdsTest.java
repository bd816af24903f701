package io.camelsandbox.engine.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.camelsandbox.SandboxCapacityException;
import io.camelsandbox.SandboxUnavailableException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UserIdsTest {

    private static final UserIdMap WHOLE = new UserIdMap("         0          0 4294967295");

    @TempDir
    private Path folder;

    private UserIdClaims claims(UserIdMap map) {
        return new UserIdClaims(folder.resolve("claims"), Owner.self(), map);
    }

    @Test
    void claimsABlockFarAboveEverybodyElse() {
        try (UserIdClaims.Claim claim = claims(WHOLE).claim(OptionalLong.empty())) {
            assertThat(claim.first()).isGreaterThanOrEqualTo(UserIdClaims.DEFAULT_FIRST);
            assertThat(claim.count()).isEqualTo(4096);
            assertThat(claim.file()).exists();
        }
    }

    @Test
    void noTwoEnginesHaveTheSameBlock() {
        var firsts = new HashSet<Long>();
        IntStream.range(0, 200)
                .parallel()
                .mapToObj(i -> claims(WHOLE).claim(OptionalLong.empty()))
                .forEach(claim -> {
                    synchronized (firsts) {
                        firsts.add(claim.first());
                    }
                });
        assertThat(firsts).hasSize(200);
    }

    @Test
    void takesOverTheBlockOfADeadJvm() throws Exception {
        UserIdMap small = new UserIdMap("0 100000 41000");
        UserIdClaims.Claim claim = claims(small).claim(OptionalLong.empty());
        assertThatThrownBy(() -> claims(small).claim(OptionalLong.empty()))
                .isInstanceOf(SandboxUnavailableException.class);
        Owner self = Owner.self();
        Files.writeString(
                claim.file(), new Owner(self.pid(), self.startTime() + 1, self.pidSpace(), self.boot()).text());
        assertThat(claims(small).claim(OptionalLong.empty()).first()).isEqualTo(claim.first());
    }

    @Test
    void dropsTheClaimsOfDeadJvms() throws Exception {
        UserIdClaims.Claim mine = claims(WHOLE).claim(OptionalLong.empty());
        Owner self = Owner.self();
        Path dead = mine.file().resolveSibling("uids-1900000001");
        Files.writeString(dead, new Owner(self.pid(), self.startTime() + 1, self.pidSpace(), self.boot()).text());
        claims(WHOLE).claim(OptionalLong.empty());
        assertThat(dead).doesNotExist();
        assertThat(mine.file()).exists();
    }

    @Test
    void staysWithinASmallUserNamespace() {
        UserIdMap rootless = new UserIdMap("0 1000 1\n1 100000 65536\n");
        UserIdClaims.Claim claim = claims(rootless).claim(OptionalLong.empty());
        assertThat(claim.first()).isBetween(40_000L, 59_000L);
        assertThat(claim.first() + claim.count()).isLessThanOrEqualTo(60_000L);
    }

    @Test
    void saysWhichIdsThereAreWhereNoneWillDo() {
        UserIdMap single = new UserIdMap("0 1000 1");
        assertThatThrownBy(() -> claims(single).claim(OptionalLong.empty()))
                .isInstanceOf(SandboxUnavailableException.class)
                .hasMessageContaining("0 to 0")
                .hasMessageContaining("uidBase");
        assertThatThrownBy(() -> claims(single).claim(OptionalLong.of(5000)))
                .isInstanceOf(SandboxUnavailableException.class)
                .hasMessageContaining("5000");
    }

    @Test
    void beginsWhereTheOperatorSays() {
        UserIdClaims.Claim claim = claims(WHOLE).claim(OptionalLong.of(3_000_000_000L));
        assertThat(claim.first()).isGreaterThanOrEqualTo(3_000_000_000L);
    }

    @Test
    void anIdIsUsedAgainAsLateAsPossibleAndRunsOutWithAClearError() {
        var users = new UserIdBlock(new UserIdClaims.Claim(5000, 3, folder.resolve("none")), new KeptUserIds(folder));
        long first = users.acquire();
        users.release(first);
        assertThat(users.acquire()).isEqualTo(5001);
        assertThat(users.acquire()).isEqualTo(5002);
        assertThat(users.acquire()).isEqualTo(first);
        assertThatThrownBy(users::acquire).isInstanceOf(SandboxCapacityException.class);
    }

    @Test
    void anIdIsKeptFromOthersAsLongAsItsProcessLives() throws Exception {
        var claim = new UserIdClaims.Claim(5000, 3, folder.resolve("none"));
        var dead = new UserIdBlock(claim, new KeptUserIds(folder));
        Owner self = Owner.self();
        dead.keep(5001, self);
        dead.keep(5002, new Owner(self.pid(), self.startTime() + 1, self.pidSpace(), self.boot()));

        var next = new UserIdBlock(claim, new KeptUserIds(folder));
        assertThat(next.acquire()).isEqualTo(5000);
        assertThat(next.acquire()).isEqualTo(5002);
        assertThatThrownBy(next::acquire).isInstanceOf(SandboxCapacityException.class);

        next.adopt(5001);
        next.release(5001);
        assertThat(next.acquire()).isEqualTo(5001);
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void anAdoptedIdOfAnotherBlockIsGivenBackToThat() throws Exception {
        var claim = new UserIdClaims.Claim(5000, 1, folder.resolve("none"));
        var files = new KeptUserIds(folder);
        files.keep(7000, Owner.self());
        var users = new UserIdBlock(claim, files);
        users.adopt(7000);
        users.release(7000);
        assertThat(folder).isEmptyDirectory();
        assertThat(users.acquire()).isEqualTo(5000);
        assertThatThrownBy(users::acquire).isInstanceOf(SandboxCapacityException.class);
    }

    @Test
    void theOwnUserIsKept() {
        UserIds own = UserIds.own(1234);
        assertThat(own.acquire()).isEqualTo(UserIds.KEEP);
        assertThat(own.areForeign()).isFalse();
    }
}
