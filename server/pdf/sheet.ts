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

/** The content of a certificate: one page of A4, lying. */
export interface CertificateSheet extends Omit<Sheet, 'parts'> {
  issuer: string;
  /** Beside the name of the school: what it is, or why it is no longer good. */
  heading: string;
  isGood: boolean;
  holderName: string;
  statement: string;
  courseTitle: string;
  byline: string;
  facts: { label: string; value: string; note: string }[];
  /** Sentences below. */
  notes: string[];
  check: { title: string; text: string; address: string };
  /** Who signs it, with what they are. */
  signatory: { name: string; title: string };
  /** Dark modules as a path in a square of this size. */
  qr: { size: number; path: string };
}

/** The content of the picture that messengers show with the link of a certificate. */
export interface CardSheet extends Pick<
  CertificateSheet,
  'title' | 'accent' | 'logo' | 'issuer' | 'heading' | 'isGood' | 'holderName' | 'statement' | 'courseTitle' | 'byline'
> {
  /** When, in a sentence. */
  completed: string;
  /** Of its page, without the protocol. */
  address: string;
}
