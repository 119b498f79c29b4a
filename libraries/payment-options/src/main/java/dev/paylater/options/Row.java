package dev.paylater.options;

import org.jspecify.annotations.Nullable;

/** A row of the table while it is being written down. */
final class Row {

    final Type type;
    @Nullable Type captureType;
    String description = "";
    final Kept kept;
    SetBy setBy = SetBy.MERCHANT;
    Until until = Until.CONFIRM;
    String actsOn = "";
    @Nullable String capability;
    @Nullable String captureCapability;
    @Nullable String usual;
    boolean required;
    boolean merged;
    boolean sealed;
    boolean shown;
    boolean inPayment = true;

    private Row(Type type, Kept kept) {
        this.type = type;
        this.kept = kept;
        this.shown = kept != Kept.NOT_KEPT;
    }

    static Row typed(Type type) {
        return new Row(type, Kept.TYPED);
    }

    static Row carried(Type type) {
        return new Row(type, Kept.CARRIED);
    }

    static Row read(Type type) {
        return new Row(type, Kept.NOT_KEPT);
    }

    /** What a reader of the interface's description has to know beside the other columns. */
    Row describedAs(String text) {
        description = text;
        return this;
    }

    Row by(SetBy by) {
        setBy = by;
        return this;
    }

    Row until(Until last) {
        until = last;
        return this;
    }

    Row acts(String on) {
        actsOn = on;
        return this;
    }

    /** At a connector without the capability it is warned about by name. */
    Row needs(String feature) {
        capability = feature;
        return this;
    }

    /** A connector without the capability is refused the payment: money depends on it. */
    Row requires(String feature) {
        required = true;
        return needs(feature);
    }

    /** With this value, the usual one, it asks for nothing. */
    Row unless(String value) {
        usual = value;
        return this;
    }

    /** An update changes the members that it names; an empty text removes one. */
    Row merged() {
        merged = true;
        return this;
    }

    /** It names a person, or is as good as a key: it is at rest and on topics encrypted only. */
    Row sealed() {
        sealed = true;
        return this;
    }

    Row hidden() {
        shown = false;
        return this;
    }

    Row alsoInCapture() {
        return alsoInCapture(type);
    }

    /** In the capture's body too, where a connector needs this feature to do it. */
    Row alsoInCapture(Type there, String feature) {
        captureCapability = feature;
        return alsoInCapture(there);
    }

    /** In the capture's body too, of another type. */
    Row alsoInCapture(Type there) {
        captureType = there;
        return this;
    }

    Row onlyInCapture() {
        inPayment = false;
        shown = false;
        return alsoInCapture();
    }
}
