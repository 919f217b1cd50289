import { CLAIMS } from "../../projections/modelled/claims.ts";
import { useMessages } from "../messages-context.tsx";
import { ClaimCard } from "./claim-card.tsx";
import styles from "./claim-cards.module.css";

/** The sentences that this run puts to the test, as cards to open. */
export function ClaimCards({ ids }: { readonly ids: readonly string[] }) {
  const { story: text } = useMessages();
  const claims = CLAIMS.filter(({ id }) => ids.includes(id));
  return (
    <section className={styles.section} aria-label={text.claims}>
      <h2 className={styles.head}>{text.claims}</h2>
      <ul className={styles.cards}>
        {claims.map((claim) => (
          <li key={claim.id}>
            <ClaimCard claim={claim} />
          </li>
        ))}
      </ul>
    </section>
  );
}
