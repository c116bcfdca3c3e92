import { languages, sourceTexts, update } from './languages/catalogue.ts';
import { missingByPage } from './languages/missing.ts';
import { unmarkedByPage } from './languages/unmarked.ts';

/** Brings the catalogues up to date with the source, and lists by page what they lack and what is not marked. */
const texts = sourceTexts();
for (const code of languages()) {
  update(texts, code);
  const missing = missingByPage(code);
  console.log(`${code}: ${missing.translated} of ${missing.texts} texts`);
  for (const [page, entries] of missing.pages) console.log(`  ${page}: ${entries.length} missing`);
}
for (const [page, unmarked] of unmarkedByPage())
  if (unmarked.length > 0) console.log(`${page}: ${unmarked.length} not marked`);
