/** A row without a value is left out. */
export type SheetRow = [label: string, value: string | null];

export type SheetPart =
  | { kind: 'notice' | 'heading' | 'note'; text: string }
  | { kind: 'line' }
  | { kind: 'rows'; rows: SheetRow[] }
  | { kind: 'total'; label: string; value: string }
  /** Side by side; the first line of each is its name. */
  | { kind: 'parties'; parties: [Party, Party] };

export interface Party {
  title: string;
  lines: string[];
}

/** The content of a page, from top to bottom, in any script. */
export interface Sheet {
  title: string;
  author: string;
  /** Epoch milliseconds. */
  createdAt: number;
  accent: string;
  logo: Uint8Array | undefined;
  parts: SheetPart[];
}
