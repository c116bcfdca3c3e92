export const formats = ['gift', 'aiken', 'csv'] as const;
export type ImportFormat = (typeof formats)[number];

export const formatNames: Record<ImportFormat, string> = { gift: 'GIFT', aiken: 'Aiken', csv: 'CSV' };

/** What a text probably is. */
export const formatOf = (text: string): ImportFormat => {
  if (/^ANSWER:/m.test(text)) return 'aiken';
  const [firstLine = ''] = text.trimStart().split('\n');
  return /(?:^|[,;\t])"?question"?(?:[,;\t]|\s*$)/i.test(firstLine) ? 'csv' : 'gift';
};
