const VERB = /^\s*(\w+)/;
const TABLE = /\b(?:from|into|update)\s+"?([a-z]\w*)/i;

/** The verb and first table of a statement, such as `select lectures`, without values. */
export const nameOfStatement = (sql: string): string => {
  const verb = VERB.exec(sql)?.[1]?.toLowerCase() ?? 'other';
  const table = TABLE.exec(sql)?.[1]?.toLowerCase();
  return table === undefined ? verb : `${verb} ${table}`;
};
