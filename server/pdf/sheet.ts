/** A text, and the same in another language, which stands below it. */
export type SheetText = string | readonly [text: string, below: string];

/** A row without a value is left out. */
export type SheetRow = [label: SheetText, value: SheetText | null];

export type SheetPart =
  | { kind: 'notice' | 'heading' | 'note'; text: SheetText }
  | { kind: 'line' }
  | { kind: 'rows'; rows: SheetRow[] }
  | { kind: 'total'; label: SheetText; value: string }
  /** Side by side; the first line of each is its name. */
  | { kind: 'parties'; parties: [Party, Party] };

export interface Party {
  title: SheetText;
  lines: SheetText[];
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
  as: 'pdf' | 'picture' | 'card';
  issuer: string;
  /** Beside the name of the school: what it is, or why it is no longer good. */
  heading: string;
  isGood: boolean;
  holderName: string;
  statement: string;
  courseTitle: string;
  /** Below the course; '' without any. */
  details: string;
  /** The colour decides that of the text; a picture covers it. */
  paper: { color: string; picture: Uint8Array | undefined };
  /** Of a design with an accent colour of its own. */
  titleColor: string | undefined;
  barColor: string | undefined;
  /** Sentences at the foot. */
  notes: string[];
  check: { title: string; address: string };
  /** Who signs it, with what they are. */
  signatory: { name: string; title: string };
  /** A transparent PNG. */
  signature: Uint8Array | undefined;
  /** Dark modules as a path in a square of this size. */
  qr: { size: number; path: string };
}
