package dev.weir.engine.channel;

import dev.weir.engine.element.Element;

/** Hands elements to the transport, in order, for one output channel. */
@FunctionalInterface
public interface ElementSender {

    void send(Element element);
}
