package io.camelsandbox.examples;

/** Says in one paragraph why something failed: the causes from the outside in, each once. */
final class Failure {

    private Failure() {}

    static String describe(Throwable failure) {
        var text = new StringBuilder();
        String last = "";
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            String message = cause.getMessage();
            if (message == null) {
                message = cause.getClass().getSimpleName();
            }
            // Camel's wrappers repeat the message of what they wrap.
            if (!last.contains(message)) {
                text.append(text.length() == 0 ? "" : System.lineSeparator() + "  because: ")
                        .append(message);
                last = message;
            }
        }
        return text.toString();
    }
}
