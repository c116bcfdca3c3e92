import { Trans, useLingui } from '@lingui/react/macro';
import { Plus } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { fileKinds, isFileKind } from '#contract/classroom/kind-facts.ts';
import { LectureKind } from '#contract/classroom/lecture-kinds.ts';
import { messages } from '#contract/messages.ts';
import { useAction } from '#web/api/use-action.ts';
import { pickedFiles } from '#web/features/authoring/uploads/picked-files.ts';
import { kindName, kinds } from '#web/features/kinds/kinds.ts';
import { RowMenu } from '#web/ui/row-menu.tsx';
import { type CurriculumPlace, useAddDraft } from './use-add-draft.ts';
import { useLanguage } from '#web/ui/language/language.tsx';
import { useSchoolLanguage } from '#web/ui/language/use-school-language.ts';
import { english } from '#contract/languages/language.ts';

/** The kinds of lectures, each added in its own way. */
export function AddLectureMenu(props: CurriculumPlace) {
  const { t } = useLingui();
  const { tree, part } = props;
  const picker = useRef<HTMLInputElement>(null);
  const language = useLanguage();
  const ofSchool = useSchoolLanguage();
  const [asking, ask] = useState<LectureKind>();
  const Dialog = asking && kinds[asking].AddDialog;
  const { add, open } = useAddDraft(props);
  const adding = useAction({ run: add, messages: { error: messages.lectures.addError }, onSuccess: open });
  const choose = (accept: string): void => {
    if (!picker.current) return;
    picker.current.accept = accept;
    picker.current.click();
  };
  const begin = (kind: LectureKind): void => {
    if (isFileKind(kind)) choose(fileKinds[kind].accept);
    else if (kinds[kind].AddDialog) ask(kind);
    else void adding.start({ kind, title: ofSchool._(kinds[kind].newTitle ?? kinds[kind].name) });
  };
  return (
    <>
      <RowMenu
        label={part.title ? t`Add lecture to ${part.title}` : t`Add lecture`}
        className="curriculum-add"
        items={LectureKind.options.map((kind) => ({
          label: kindName(kind, language),
          icon: kinds[kind].icon,
          hint: language._(kinds[kind].addHint),
          shortcut: kindName(kind, english).charAt(0),
          onSelect: () => begin(kind),
        }))}
      >
        <Plus size={18} aria-hidden="true" />
        <Trans>Add lecture</Trans>
      </RowMenu>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        aria-label={t`Files of new lectures`}
        onChange={({ currentTarget }) => {
          tree.files.add(part, pickedFiles(currentTarget.files ?? []));
          currentTarget.value = '';
        }}
      />
      <Suspense>{Dialog && <Dialog {...props} onClose={() => ask(undefined)} />}</Suspense>
    </>
  );
}
