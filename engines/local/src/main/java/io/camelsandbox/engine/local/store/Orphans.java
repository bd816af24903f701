package io.camelsandbox.engine.local.store;

/** What becomes of sandboxes that outlive their engine. */
public enum Orphans {
    /** They belong to the next engine that meets their record. */
    ADOPT,
    /** They are left alone until they end. */
    LEAVE
}
