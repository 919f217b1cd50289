import type { Claim, Verdict } from "../../projections/modelled/claim.ts";
import { useApp } from "../app-context.tsx";
import { Icon, type IconName } from "../widgets/icon.tsx";
import styles from "./claim-list.module.css";
import { MomentButton } from "./moment-button.tsx";
import { UpstreamLine } from "./upstream-line.tsx";
import { useModelledTexts } from "./use-modelled-texts.ts";

const icons: Readonly<Record<Verdict, IconName>> = {
  false: "failed",
  halfTrue: "stale",
  trueWithConditions: "waiting",
  true: "ok",
};

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
        <strong className={styles.verdict}>
          <Icon name={icons[verdict]} />
          {text.verdicts[verdict]}
        </strong>
        {answer[language]}
      </p>
      <UpstreamLine places={upstream} />
      <div className={styles.foot}>
        {moment !== undefined && <MomentButton link={moment} />}
        {entries.map((id) => (
          <button key={id} type="button" className={styles.entry} onClick={() => onEntry(id)}>
            {id}
          </button>
        ))}
      </div>
    </li>
  );
}
