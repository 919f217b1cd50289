/** A text in the languages of the page. */
export type Text = { readonly en: string; readonly zh: string };
