/** How long before its start the link of a live class is shown. It stands alone, so that pages load no schema for it. */
export const LINK_SHOWN_MS = 15 * 60_000;
