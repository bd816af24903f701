package io.camelsandbox.engine.local.seccomp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.camelsandbox.engine.local.seccomp.BpfAssembler.Label;
import org.junit.jupiter.api.Test;

class BpfAssemblerTest {

    private final BpfAssembler assembler = new BpfAssembler();

    @Test
    void writesInstructionsAsTheKernelReadsThem() {
        assembler.load(4);
        assembler.ret(0x7fff0000);

        assertThat(assembler.assemble()).containsExactly(0x20, 0, 0, 0, 4, 0, 0, 0, 0x06, 0, 0, 0, 0, 0, 0xff, 0x7f);
    }

    @Test
    void jumpsOverMoreInstructionsThanAConditionalJumpReaches() {
        var near = new Label();
        var far = new Label();
        assembler.load(0);
        assembler.ifEqual(7, far, near);
        assembler.mark(near);
        for (int i = 0; i < 1000; i++) {
            assembler.and(-1);
        }
        assembler.ret(1);
        assembler.mark(far);
        assembler.ret(2);
        var machine = new BpfMachine(assembler.assemble());

        assertThat(machine.run(0, 7)).isEqualTo(2);
        assertThat(machine.run(0, 8)).isEqualTo(1);
    }

    @Test
    void keepsReachWhenOneLongJumpPushesAnotherTargetAway() {
        // The outer jump reaches its target by a hair, until the inner one grows by two instructions.
        var outerNear = new Label();
        var outerFar = new Label();
        var innerNear = new Label();
        var innerFar = new Label();
        assembler.load(0);
        assembler.ifEqual(1, outerFar, outerNear);
        assembler.mark(outerNear);
        assembler.ifEqual(2, innerFar, innerNear);
        assembler.mark(innerNear);
        for (int i = 0; i < 253; i++) {
            assembler.and(-1);
        }
        assembler.ret(10);
        assembler.mark(outerFar);
        assembler.ret(11);
        for (int i = 0; i < 10; i++) {
            assembler.and(-1);
        }
        assembler.mark(innerFar);
        assembler.ret(12);
        var machine = new BpfMachine(assembler.assemble());

        assertThat(machine.run(0, 0)).isEqualTo(10);
        assertThat(machine.run(0, 1)).isEqualTo(11);
        assertThat(machine.run(0, 2)).isEqualTo(12);
    }

    @Test
    void comparesAsUnsignedNumbers() {
        var above = new Label();
        var below = new Label();
        assembler.load(0);
        assembler.ifAtLeast(100, above, below);
        assembler.mark(below);
        assembler.ret(1);
        assembler.mark(above);
        assembler.ret(2);
        var machine = new BpfMachine(assembler.assemble());

        assertThat(machine.run(0, -1)).isEqualTo(2);
        assertThat(machine.run(0, 100)).isEqualTo(2);
        assertThat(machine.run(0, 99)).isEqualTo(1);
    }

    @Test
    void refusesAJumpBackwards() {
        var back = new Label();
        assembler.mark(back);
        assembler.load(0);
        assembler.ifEqual(0, back, back);
        assembler.ret(0);

        assertThatThrownBy(assembler::assemble)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("further on");
    }

    @Test
    void refusesAJumpToNowhere() {
        assembler.jump(new Label());

        assertThatThrownBy(assembler::assemble).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void refusesALabelAtTwoPlaces() {
        var label = new Label();
        assembler.mark(label);
        assembler.mark(label);

        assertThatThrownBy(assembler::assemble).hasMessageContaining("twice");
    }

    @Test
    void refusesAProgramThatTheKernelWouldNotTake() {
        for (int i = 0; i <= BpfAssembler.MAX_INSTRUCTIONS; i++) {
            assembler.ret(0);
        }

        assertThatThrownBy(assembler::assemble).hasMessageContaining("4096");
    }
}
