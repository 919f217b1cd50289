import { useMemo } from "react";
import { type Hub, readTopology } from "../../projections/topology.ts";
import { useActions, useApp } from "../app-context.tsx";
import { AdmissionStrip } from "./admission-strip.tsx";
import { SpokeRow } from "./spoke-row.tsx";
import styles from "./topology-view.module.css";
import { useTopologyTexts } from "./use-topology-texts.ts";

/** etcd, the API servers in the middle, and everybody else as their clients, each with its protocol and its identity. */
export function TopologyView() {
  const text = useTopologyTexts();
  const frame = useApp((state) => state.frame.current);
  const before = useApp((state) => (state.frame.moved === "jump" ? undefined : state.frame.previous));
  const topology = useMemo(() => (frame === undefined ? undefined : readTopology(frame, before)), [frame, before]);
  const { select } = useActions();
  if (topology === undefined) return null;
  const { etcd, servers, spokes, more, admission } = topology;
  const hasWebhooks = admission.mutating.length + admission.validating.length > 0;
  return (
    <section className={styles.graph} aria-label={text.label}>
      <button
        type="button"
        className={styles.etcd}
        data-live={etcd.isLive || undefined}
        onClick={() => select({ actor: "etcd" })}
      >
        <strong>{text.etcd}</strong>
        <span className={styles.fact}>{text.etcdFact(etcd.revision)}</span>
      </button>
      <div className={styles.trunk} data-live={etcd.isLive || undefined}>
        <span className={styles.trunkLabel}>{text.trunk.protocol}</span>
        <span className={styles.trunkNote}>{text.trunk.what}</span>
      </div>
      <div className={styles.hubs}>
        {servers.map((hub) => (
          <HubCard key={hub.id} hub={hub} />
        ))}
      </div>
      <ul className={styles.spokes} aria-label={text.spokes}>
        {spokes.map((spoke) => (
          <SpokeRow key={spoke.client} spoke={spoke} />
        ))}
        {more > 0 && <li className={styles.more}>{text.more(more)}</li>}
      </ul>
      {hasWebhooks && <AdmissionStrip admission={admission} />}
    </section>
  );
}

function HubCard({ hub: { id, isUp, streams, inFlight, levels, isLive } }: { readonly hub: Hub }) {
  const text = useTopologyTexts();
  const { select } = useActions();
  return (
    <button
      type="button"
      className={styles.hub}
      data-down={!isUp || undefined}
      data-live={isLive || undefined}
      onClick={() => select({ actor: `server/${id}` })}
    >
      <strong>{text.server(id)}</strong>
      <span className={styles.fact}>{isUp ? text.serverFact(streams, inFlight) : text.serverDown}</span>
      {levels.map(({ name, inUse, seats, waiting }) => (
        <span key={name} className={styles.level} data-full={inUse >= seats || undefined}>
          {text.level(name, inUse, seats, waiting)}
        </span>
      ))}
    </button>
  );
}
