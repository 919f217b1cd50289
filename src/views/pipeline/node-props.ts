/** What a node's component is given: which thing, and its fixed size. */
export type NodeProps = { readonly name: string; readonly width: number; readonly height: number };
