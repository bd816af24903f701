package io.camelsandbox.sandbox.spec;

/**
 * Where the key of an image registry is kept.
 *
 * @param registry the registry's host
 * @param store    a secret store
 * @param name     the secret there
 * @param field    which part of it; empty for the whole
 */
public record ImagePullCredentials(String registry, String store, String name, String field) {}
