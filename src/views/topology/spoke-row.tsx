import type { Request, Spoke } from "../../projections/topology.ts";
import { useActions, useApp } from "../app-context.tsx";
import { Glyph } from "../widgets/glyph.tsx";
import styles from "./spoke-row.module.css";
import { useTopologyTexts } from "./use-topology-texts.ts";

type Texts = ReturnType<typeof useTopologyTexts>;

/** A client and its two ways to the hub: requests on the upper line, watches on the lower one. */
export function SpokeRow({ spoke }: { readonly spoke: Spoke }) {
  const text = useTopologyTexts();
  const { select } = useActions();
  const actor =
    spoke.role === "scheduler" || spoke.role === "kubelet" ? `server/a/watch/${spoke.client}/Pod` : spoke.client;
  const isSelected = useApp((state) => state.view.selected.actor === actor);
  const { request, watch, broken, inFlight } = spoke;
  const asked = requestText(text, request);
  const watched = watchText(text, spoke);
  const problem = broken === "" ? "" : text.broken[broken];
  const facts = [asked, watched, problem].filter((fact) => fact !== "").join(", ");
  return (
    <li className={styles.spoke}>
      <div className={styles.ways} aria-hidden="true">
        <Way
          look={broken === "" ? "plain" : "broken"}
          isLive={request?.isLive === true && request.phase !== "atServer"}
          packet={request?.phase ?? "done"}
          above={asked}
          bad={request !== undefined && request.code >= 400}
          note={inFlight > 1 ? text.inFlight(inFlight) : problem || text.rest}
        />
        <Way
          look={
            watch.state === "none" || watch.state === "closed"
              ? "none"
              : broken === "cut" || broken === "down"
                ? "broken"
                : watch.state === "open"
                  ? "open"
                  : "stale"
          }
          isLive={watch.isLive}
          packet={watch.isLive ? "toClient" : "done"}
          above={watched}
          bad={watch.state === "silent" || watch.state === "held"}
          note={watchNote(text, watch.state)}
        />
      </div>
      <button
        type="button"
        className={styles.client}
        data-tone={spoke.tone}
        aria-pressed={isSelected}
        aria-label={text.spokeLabel(spoke.client, text.roles[spoke.role], spoke.user, facts)}
        onClick={() => select({ actor })}
      >
        <span className={styles.name}>
          <Glyph tone={spoke.tone} />
          <strong>{spoke.client}</strong>
        </span>
        <span className={styles.user} title={`${text.credentials[spoke.credential]}: ${spoke.user}`}>
          {spoke.user}
        </span>
        <span className={styles.credential}>
          {text.credentials[spoke.credential]}
          <span className={styles.role}>
            {spoke.state === "running" || spoke.state === "" ? text.roles[spoke.role] : text.states[spoke.state]}
          </span>
        </span>
      </button>
    </li>
  );
}

function watchNote(text: Texts, state: Spoke["watch"]["state"]): string {
  if (state === "none") return "";
  return state === "open" ? text.stream : text.watchStates[state];
}

type WayProps = {
  readonly look: "plain" | "open" | "stale" | "broken" | "none";
  readonly isLive: boolean;
  readonly packet: Request["phase"];
  readonly above: string;
  readonly bad: boolean;
  readonly note: string;
};

function Way({ look, isLive, packet, above, bad, note }: WayProps) {
  return (
    <div className={styles.way} data-look={look} data-live={isLive || undefined}>
      <span className={styles.words}>
        <span className={styles.what} data-bad={bad || undefined}>
          {above}
        </span>
        <span className={styles.note}>{note}</span>
      </span>
      <span className={styles.line}>
        {(packet === "toServer" || packet === "toClient") && <i className={styles.packet} data-to={packet} />}
        {look === "broken" && <i className={styles.cross}>✕</i>}
      </span>
    </div>
  );
}

function requestText(text: Texts, request: Request | undefined): string {
  if (request === undefined) return text.noRequest;
  const { client, verb, kind, code, phase } = request;
  const who = client === "" ? "" : `${client}: `;
  const what = `${who}${verb} ${kind}`;
  return phase === "done" || (phase === "toClient" && code > 0) ? `${what} → ${text.answered(code)}` : what;
}

function watchText(text: Texts, { watch, role }: Spoke): string {
  if (watch.kinds.length === 0) return role === "user" ? "" : text.noWatch;
  return text.watches(watch.kinds.join(", "));
}
