import type { CustomKind } from "../kubernetes/kind-registry.ts";

const eventing = { group: "eventing.knative.dev", statusSubresource: true } as const;
const messaging = { group: "messaging.knative.dev", statusSubresource: true } as const;

/** The kinds of Knative Eventing, and of the in-memory channels behind them. */
export const eventingKinds: readonly CustomKind[] = [
  { ...eventing, kind: "Broker", plural: "brokers" },
  { ...eventing, kind: "Trigger", plural: "triggers" },
  { ...messaging, kind: "Channel", plural: "channels" },
  { ...messaging, kind: "Subscription", plural: "subscriptions" },
  { ...messaging, kind: "InMemoryChannel", plural: "inmemorychannels" },
];

/** Group and version of Broker and Trigger. */
export const EVENTING = "eventing.knative.dev/v1";

/** Group and version of channels and Subscription. */
export const MESSAGING = "messaging.knative.dev/v1";

/** The annotation that says who is to care for a Broker, and the value that means this implementation. */
export const BROKER_CLASS = { annotation: "eventing.knative.dev/broker.class", value: "MTChannelBasedBroker" } as const;
