/**
 * What the packing of links may refer back to: the words of scenario files, the most usual last. Frozen with format 1: links that were packed
 * with it can be unpacked with nothing else (a test holds its checksum).
 */
const TEXT = `sources:
  - "client-go tools/cache/reflector.go: @v0.36.3"
  - "controller-runtime pkg/internal/controller/controller.go: @v0.24.1"
  - { never: { type: invariant.broken } }
  - { never: { type: reconcile.end, outcome: error } }
  - { never: { type: list.request }, after: { type: user.edit } }
  - { count: { type: list.request, actor: web/Pod/reflector }, equals: 1 }
  - { count: { type: api.request, client: web, verb: create, kind: Pod }, atLeast: 1 }
  - { final: { kind: Pod, namespace: demo, fields: { status.phase: Running } }, equals: 3 }
  - { final: { kind: ReplicaSet, name: web, fields: { status.readyReplicas: 3, metadata.labels. } }, equals: 1 }
  - order:
      - { type: watch.event, actor: web/Pod/reflector, event: ERROR, code: 410 }
      - { type: watch.closed } - { type: backoff, purpose: loop } - { type: fifo.enqueue } - { type: store.write }
      - { type: queue.limited, failures: 1, delay: 5000 } - { type: queue.forgotten } - { type: queue.coalesced }
      - { type: machine.transition } - { type: stream.error, code: 410 } - { type: stream.close, reason: deadline }
  - { at: 5s, do: { cutLink: { process: web, server: a, duration: 10s } } }
  - { at: 40s, do: { mendLink: { process: web, server: a } } }
  - { at: 2s, do: { endWatch: { client: web, kind: Pod, with: 410 } } }
  - { at: 3s, do: { answer: { match: { client: web, verb: create, kind: Pod }, with: 500, for: 3s, times: 1 } } }
  - { at: 4s, do: { crash: { process: web, restartAfter: 1s } } }
  - { at: 6s, do: { restartServer: { server: a, downFor: 2s } } }
  - { at: 7s, do: { holdEvents: { client: web, kind: Pod, duration: 10s } } }
  - { at: 8s, do: { slowHandler: { process: web, kind: Pod, handler: audit, takes: 4s } } }
  - { on: { type: reconcile.start, nth: 3, after: 10ms }, do: { stop: { process: web } } }
  - { at: 20s, do: { delete: { kind: Pod, namespace: demo, name: web- } } }
  - { at: 2s, do: { patch: { kind: ReplicaSet, namespace: demo, name: web, merge: { spec: { replicas: 3 } } } } }
    tries:
      - label: { en: "", zh: "" }
        consequence: { en: "", zh: "" }
        do: { patch: { kind: ReplicaSet, namespace: demo, name: web, merge: { spec: { replicas: 5 } } } }
    ask:
      question: { en: "", zh: "？" }
      options:
        - { en: "", zh: "" }
      right: 2
      answerOn: { type: reconcile.start, nth: 2 }
chapters:
  - title: { en: "", zh: "" }
    say:
      en: >-
        The controller, the informer, the reflector, the watch, the store, the handlers, the work queue, a worker, the API server
      zh: 控制器 informer reflector watch store handler work queue worker API server，一次，什么也没有。
    on: { type: reconcile.start, key: demo/web, nth: 1 }
    focus: web/Pod/reflector
profile: current
profiles: [classic, in-order, current]
parts: { watchList: false }
seed: 1
until: 60s
opensAt: 1
timing: { apiCall: 4ms, etcdCommit: 1ms, cacheLag: 1ms, watchDelivery: { default: 3ms, Pod: 300ms }, reconcilePhase: 300us, jitter: seeded }
cluster: { nodes: 2, apiServers: [a], revision: 590, noise: { kind: Pod, namespace: batch, perSecond: 1, from: 3s } }
given:
  - apiVersion: v1
    kind: Pod
  - apiVersion: apps/v1
    kind: ReplicaSet
    metadata: { name: web, namespace: demo, labels: { app: web } }
    spec:
      replicas: 3
      selector: { matchLabels: { app: web } }
      template:
        metadata: { labels: { app: web } }
        spec: { containers: [{ name: web, image: nginx }] }
controllers:
  - name: web
    reconciler: ReplicaSet
    workers: 1
    watches:
      - { kind: ReplicaSet, namespace: demo }
      - { kind: Pod, namespace: demo, owner: ReplicaSet, handlers: [{ name: audit, takes: 4s }] }
then:
  - { at: 2s, do: { patch: { kind: ReplicaSet, namespace: demo, name: web, merge: { spec: { replicas: 3 } } } } }
expect:
  - { count: { type: reconcile.end }, atLeast: 1 }
loopscope: 1
id: my-scenario
title: { en: "", zh: "" }
question: { en: "", zh: "" }
summary: { en: "", zh: "" }
tags: [watch, queue]
`;

/** The text as bytes, as fflate takes it. */
export const DICTIONARY: Uint8Array = new TextEncoder().encode(TEXT);
