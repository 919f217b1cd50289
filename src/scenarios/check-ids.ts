/** What the view `diagnosis` can print, by the names that scenarios use; in the order in which one looks. */
export const CHECK_IDS = ["pods", "log", "audit", "permissions", "etcd"] as const;

export type CheckId = (typeof CHECK_IDS)[number];
