import { FileUp } from 'lucide-react';
import { useState } from 'react';
import { messages } from '#contract/messages.ts';
import { call, type ResponseOf } from '#web/api/call.ts';
import { useAction } from '#web/api/use-action.ts';
import { Panel } from '#web/ui/panel.tsx';
import { formatCount } from '#web/ui/text/format.ts';

const words = messages.personalData;

const outcomeOf = ({ notes, skipped }: ResponseOf<'POST /user/import'>): string => {
  const brought = notes === 1 ? '1 note added' : `${formatCount(notes)} notes added`;
  return skipped === 0 ? brought : `${brought}. ${formatCount(skipped)} are about lectures that you don’t have here.`;
};

/** Notes from the export of another school. */
export function BringNotes() {
  const [outcome, setOutcome] = useState('');
  const bringing = useAction({
    run: (file: File) => call('POST /user/import', { fields: {}, files: { file } }),
    messages: { success: words.brought, error: words.bringFailed },
    onSuccess: (result) => setOutcome(outcomeOf(result)),
  });
  return (
    <Panel title="Your notes from another school">
      <p className="text-muted">
        Choose the ZIP with your data from another Lectern school. Your notes about the same lectures are added here.
        Progress and results are not, and certificates stay valid at their own address.
      </p>
      <label className="btn btn-quiet mt-4 has-focus-visible:outline-2" aria-disabled={bringing.isBusy}>
        <FileUp size={18} aria-hidden="true" />
        <span aria-hidden="true">Choose a file</span>
        <input
          type="file"
          accept=".zip,application/zip"
          className="sr-only"
          aria-label="Choose the ZIP with your data"
          disabled={bringing.isBusy}
          onChange={({ currentTarget }) => {
            const [chosen] = currentTarget.files ?? [];
            currentTarget.value = '';
            if (chosen) void bringing.start(chosen);
          }}
        />
      </label>
      {outcome !== '' && <output className="meta mt-3 block">{outcome}</output>}
    </Panel>
  );
}
