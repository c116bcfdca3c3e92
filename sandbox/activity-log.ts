export interface Activity {
  seq: number;
  at: number;
  kind: 'call' | 'fault' | 'payment' | 'event' | 'delivery' | 'control';
  [fact: string]: unknown;
}

export interface ActivityLog {
  add(kind: Activity['kind'], facts: Record<string, unknown>): void;
  after(seq: number, limit: number): Activity[];
}

const kept = 2_000;

/** The latest things that happened, for tests to assert on. Never holds a secret or a signature. */
export const createActivityLog = (
  nowSeconds: () => number,
  alsoTo: (line: string, facts: object) => void,
): ActivityLog => {
  const entries: Activity[] = [];
  let seq = 0;
  return {
    add: (kind, facts) => {
      seq += 1;
      entries.push({ ...facts, seq, at: nowSeconds(), kind });
      if (entries.length > 2 * kept) entries.splice(0, kept);
      alsoTo(`test payments: ${kind}`, facts);
    },
    after: (from, limit) => entries.filter((entry) => entry.seq > from).slice(0, limit),
  };
};
