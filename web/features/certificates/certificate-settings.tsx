import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import { type CertificateDesign, wholeDesign } from '#contract/certificates/certificate-fields.ts';
import { certificates } from '#contract/certificates/certificates.ts';
import { messages } from '#contract/messages.ts';
import { call, type ResponseOf } from '#web/api/call.ts';
import { certificateRulesQuery, earlierCertificatesQuery } from '#web/api/certificate-queries.ts';
import { useAction } from '#web/api/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/forms/fields.tsx';
import { SectionForm } from '#web/ui/forms/section-form.tsx';
import { numberOf } from '#web/ui/forms/typed-number.ts';
import { useContractForm } from '#web/ui/forms/use-contract-form.ts';
import { CheckField } from '#web/ui/inputs/check-field.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { QueryBoundary } from '#web/ui/page/query-boundary.tsx';
import { DesignFields } from './design-fields.tsx';
import { DesignPreview } from './design-preview.tsx';
import { useRequirable } from './use-requirable.ts';
import { ChosenLectures } from './chosen-lectures.tsx';
import { IssuedCertificates } from './issued-certificates.tsx';
import { type Part, Parts, PARTS } from './parts.tsx';

type Saved = ResponseOf<'GET /courses/:courseId/certificate-rules'>;
type Draft = z.input<typeof certificates.saveRules.body>;

const own = messages.certificates;
const asNumber = (value: unknown): number => numberOf(String(value));
const asMonths = (value: unknown): number | null => (value === '' || value === null ? null : asNumber(value));

const Earlier = ({ courseId }: { courseId: string }) => {
  const { t } = useLingui();
  const earlier = useQuery(earlierCertificatesQuery(courseId)).data;
  const issue = useAction({
    run: () => call('POST /courses/:courseId/certificate-rules/earlier', { params: { courseId } }),
    messages: { success: own.earlierIssued, error: own.issueFailed },
    changes: ['certificates'],
  });
  if (!earlier || earlier.people === 0) return null;
  return (
    <Panel title={t`${plural(earlier.people, { one: '# person', other: '# people' })} completed the course before`}>
      <p>
        <Trans>
          They fulfil the rule and have no certificate yet. Each gets one with the day of their last lecture.
        </Trans>
      </p>
      <p className="mt-2 text-muted">
        <Trans>They get no notice; the certificate is in their My learning.</Trans>
      </p>
      <Button className="mt-4" isBusy={issue.isBusy} onClick={() => issue.start(undefined)}>
        <Trans>Issue to them</Trans>
      </Button>
    </Panel>
  );
};

type Rules = ReturnType<typeof useContractForm<Draft, Draft, Saved>>['form'];

interface DesignProps {
  form: Rules;
  courseId: string;
  schoolDesign: Saved['schoolDesign'];
}

/** All, or a choice of them. */
const Choices = ({ form, courseId }: { form: Rules; courseId: string }) => {
  const { t } = useLingui();
  const { lectures, quizzes } = useRequirable(courseId);
  const { errors } = form.formState;
  const set = (name: 'rule.lectureIds' | 'rule.quizIds') => (ids: string[] | null) =>
    form.setValue(name, ids, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  return (
    <>
      <ChosenLectures
        legend={t`Required lectures`}
        all={t`Every lecture`}
        some={t`Only these`}
        options={lectures}
        chosen={form.watch('rule.lectureIds') ?? null}
        onChoose={set('rule.lectureIds')}
        error={errors.rule?.lectureIds?.message}
      />
      <CheckField
        label={t`Quizzes passed`}
        hint={t`Counts where the course has quizzes.`}
        {...form.register('rule.needsQuizzes')}
      />
      {form.watch('rule.needsQuizzes') && quizzes.length > 0 && (
        <ChosenLectures
          legend={t`Required quizzes`}
          all={t`Every quiz`}
          some={t`Only these`}
          options={quizzes}
          chosen={form.watch('rule.quizIds') ?? null}
          onChoose={set('rule.quizIds')}
          error={errors.rule?.quizIds?.message}
        />
      )}
    </>
  );
};

/** The design of a course, which begins as that of the school. */
const Design = ({ form, courseId, schoolDesign }: DesignProps) => {
  const design = wholeDesign(form.watch('design'));
  const isOfSchool = JSON.stringify(design) === JSON.stringify(schoolDesign);
  const { errors, isSubmitted } = form.formState;
  const set = (changed: Partial<CertificateDesign>): void =>
    form.setValue(
      'design',
      { ...form.getValues('design'), ...changed },
      { shouldDirty: true, shouldValidate: isSubmitted },
    );
  return (
    <>
      {isOfSchool ? (
        <p className="text-sm text-muted">
          <Trans>This is the design of the school, from Settings → Teaching. It follows changes there.</Trans>
        </p>
      ) : (
        <Button tone="quiet" className="justify-self-start" onClick={() => set(schoolDesign)}>
          <Trans>Use the design of the school</Trans>
        </Button>
      )}
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_minmax(0,1.5fr)]">
        <DesignFields
          design={design}
          courseId={courseId}
          errorOf={(name) => errors.design?.[name]?.message}
          onChange={set}
        />
        <div className="max-xl:-order-1 xl:sticky xl:top-6">
          <DesignPreview design={design} courseId={courseId} />
        </div>
      </div>
    </>
  );
};

const Rule = ({ form, courseId }: { form: Rules; courseId: string }) => {
  const { t } = useLingui();
  return (
    <>
      <Choices form={form} courseId={courseId} />
      <TextField
        label={t`Share of the required lectures watched, in percent`}
        hint={t`By measured minutes, so that marking lectures as done is not enough. 0 asks for nothing.`}
        inputMode="numeric"
        {...form.register('rule.coveragePercent', { setValueAs: asNumber })}
        error={form.formState.errors.rule?.coveragePercent?.message}
      />
      <CheckField
        label={t`A person approves each certificate`}
        hint={t`Teachers of the course and admins find them under “Waiting for you” and “Who waits”.`}
        {...form.register('rule.needsApproval')}
      />
      <TextField
        label={t`Valid for, in months`}
        hint={t`Leave empty for no expiry date.`}
        inputMode="numeric"
        {...form.register('rule.validMonths', { setValueAs: asMonths })}
        error={form.formState.errors.rule?.validMonths?.message}
      />
    </>
  );
};

/** What differs from what is saved. */
const countChanges = (dirty: unknown): number => {
  if (Array.isArray(dirty)) return 1;
  if (typeof dirty !== 'object' || dirty === null) return dirty === true ? 1 : 0;
  return Object.values(dirty).reduce((sum: number, one) => sum + countChanges(one), 0);
};

const useRules = (courseId: string, { rule, design }: Saved) => {
  const contractForm = useContractForm<Draft, Draft, Saved>({
    schema: certificates.saveRules.body,
    defaults: { rule, design },
    messages: { success: own.rulesSaved, error: own.rulesFailed, incomplete: own.rulesFailed },
    run: (body) => call('PUT /courses/:courseId/certificate-rules', { params: { courseId }, body }),
    onSuccess: (saved) => {
      contractForm.showSaved({ rule: saved.rule, design: saved.design });
    },
    changes: ['certificates'],
  });
  return contractForm;
};

function Form({ courseId, saved }: { courseId: string; saved: Saved }) {
  const { t } = useLingui();
  const { issued, schoolDesign } = saved;
  const { form, formError, isBusy, onSubmit } = useRules(courseId, saved);
  const [chosen, setChosen] = useState<{ part: Part; afterSubmits: number }>({ part: 'design', afterSubmits: 0 });
  const { errors, dirtyFields, submitCount } = form.formState;
  const wrong = errors.design ? 'design' : errors.rule ? 'rules' : undefined;
  const isOn = form.watch('rule.isOn');
  const shown = PARTS.filter((name) => name === 'design' || isOn || (name === 'given' && issued > 0));
  // A part that is not shown must not keep what is wrong with it to itself.
  const wanted = wrong !== undefined && chosen.afterSubmits < submitCount ? wrong : chosen.part;
  const part = shown.find((name) => name === wanted) ?? 'design';
  return (
    <>
      <SectionForm
        title={t`Certificates`}
        formError={formError}
        isBusy={isBusy}
        changeCount={countChanges(dirtyFields)}
        onSubmit={onSubmit}
        onDiscard={() => form.reset()}
      >
        <CheckField
          label={t`Issue certificates`}
          hint={t`When a learner has done what is required. ${plural(issued, { one: '# certificate', other: '# certificates' })} issued so far; changes never alter them.`}
          {...form.register('rule.isOn')}
        />
        <Parts {...{ part, issued, shown }} onChoose={(next) => setChosen({ part: next, afterSubmits: submitCount })} />
        <div hidden={part !== 'rules'} className="grid max-w-3xl gap-6 [[hidden]]:hidden">
          <Rule form={form} courseId={courseId} />
        </div>
        <div hidden={part !== 'design'} className="grid gap-6 [[hidden]]:hidden">
          <Design {...{ form, courseId, schoolDesign }} />
        </div>
      </SectionForm>
      {part === 'given' && (
        <>
          {saved.rule.isOn && <Earlier courseId={courseId} />}
          <IssuedCertificates courseId={courseId} />
        </>
      )}
    </>
  );
}

/** How the certificate of a course looks, what it demands, and who has it. */
export function CertificateSettings({ courseId }: { courseId: string }) {
  const query = useQuery(certificateRulesQuery(courseId));
  return (
    <QueryBoundary query={query} failure={own.failure}>
      {(saved) => (
        <div className="grid gap-6">
          <Form courseId={courseId} saved={saved} />
        </div>
      )}
    </QueryBoundary>
  );
}
