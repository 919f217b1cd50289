import type { Claim } from "../../projections/modelled/claim.ts";
import { useApp } from "../app-context.tsx";
import styles from "./claim-list.module.css";
import { MomentButton } from "./moment-button.tsx";
import { UpstreamLine } from "./upstream-line.tsx";
import { useModelledTexts } from "./use-modelled-texts.ts";
import { VerdictMark } from "./verdict-mark.tsx";

type Props = { readonly claims: readonly Claim[]; readonly onEntry: (id: string) => void };

/** Sentences that are often written, each with its verdict and what happens instead. */
export function ClaimList({ claims, onEntry }: Props) {
  return (
    <ul className={styles.claims}>
      {claims.map((claim) => (
        <ClaimCard key={claim.id} claim={claim} onEntry={onEntry} />
      ))}
    </ul>
  );
}

type CardProps = { readonly claim: Claim; readonly onEntry: (id: string) => void };

function ClaimCard({ claim: { sentence, verdict, answer, upstream, entries, moment }, onEntry }: CardProps) {
  const text = useModelledTexts();
  const language = useApp((state) => state.view.language);
  return (
    <li className={styles.claim}>
      <span className={styles.often}>{text.often}</span>
      <blockquote className={styles.sentence}>{sentence[language]}</blockquote>
      <p className={styles.answer}>
        <VerdictMark verdict={verdict} />
        {answer[language]}
      </p>
      <UpstreamLine places={upstream} />
      <div className={styles.foot}>
        <MomentButton link={moment} />
        {entries.map((id) => (
          <button key={id} type="button" className={styles.entry} onClick={() => onEntry(id)}>
            {id}
          </button>
        ))}
      </div>
    </li>
  );
}
