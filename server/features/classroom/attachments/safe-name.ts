import { fail } from '#server/errors.ts';

/** Extensions that Windows, macOS or Linux execute. */
const PROGRAM =
  /\.(?:app|bat|cmd|com|command|cpl|desktop|dll|dmg|exe|hta|jar|jse|lnk|msc|msi|pif|pkg|ps1|reg|scr|vbe|vbs|wsf|wsh)[. ]*$/i;
/** Characters with a special meaning in file systems, addresses or dialogs. */
const UNSAFE = /[/\\:*?"<>|\p{Bidi_Control}]/gu;

/** The name under which a file is saved. Throws `program_refused`. */
export const safeName = (name: string): string => {
  if (PROGRAM.test(name)) throw fail('program_refused');
  return name.normalize('NFC').replaceAll(UNSAFE, '-');
};
