const VERB = /^\s*(\w+)/;
const TABLE = /\b(?:from|into|update)\s+"?([a-z]\w*)/i;

/** A statement by its verb and first table, such as `select lectures`: what it is about, without a value. */
export const nameOfStatement = (sql: string): string => {
  const verb = VERB.exec(sql)?.[1]?.toLowerCase() ?? 'other';
  const table = TABLE.exec(sql)?.[1]?.toLowerCase();
  return table === undefined ? verb : `${verb} ${table}`;
};
