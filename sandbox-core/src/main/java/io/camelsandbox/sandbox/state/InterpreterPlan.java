package io.camelsandbox.sandbox.state;

import java.util.List;
import java.util.Map;

/**
 * What an interpreter with state is started as. Executions that need another one cannot be given to it.
 *
 * @param command what runs
 * @param env     variables that act at its start
 * @param modules the modules it may import; empty for all
 */
public record InterpreterPlan(List<String> command, Map<String, String> env, List<String> modules) {

    public InterpreterPlan {
        command = List.copyOf(command);
        env = Map.copyOf(env);
        modules = List.copyOf(modules);
    }

    /** Names no content. */
    @Override
    public String toString() {
        return "InterpreterPlan[" + command.get(0) + "]";
    }
}
