import { Cell, Pie, PieChart } from 'recharts';
import { formatCount } from '#web/ui/text/format.ts';

interface PeopleChartProps {
  registeredCount: number;
  enrolledCount: number;
}

const REGISTERED = 'Registered users';
const ENROLLED = 'Enrolled users';
const NOT_ENROLLED = 'Not enrolled';

/** Enrolled users in green, the other registered users in yellow. The legend shows the totals. */
export function PeopleChart({ registeredCount, enrolledCount }: PeopleChartProps) {
  const notEnrolledCount = Math.max(0, registeredCount - enrolledCount);
  const slices = [
    { name: ENROLLED, value: enrolledCount, fill: 'var(--chart-green)', edge: 'none' },
    { name: NOT_ENROLLED, value: notEnrolledCount, fill: 'var(--chart-yellow)', edge: 'var(--chart-yellow-edge)' },
  ];
  return (
    <>
      <div aria-hidden="true" className="mt-4 flex justify-center">
        <PieChart width={176} height={176} accessibilityLayer={false}>
          <Pie
            data={slices}
            dataKey="value"
            outerRadius={82}
            startAngle={90}
            endAngle={-270}
            paddingAngle={enrolledCount > 0 && notEnrolledCount > 0 ? 2 : 0}
            rootTabIndex={-1}
            isAnimationActive={false}
          >
            {slices.map(({ name, fill, edge }) => (
              <Cell key={name} fill={fill} stroke={edge} strokeWidth={1.5} />
            ))}
          </Pie>
        </PieChart>
      </div>
      <dl className="mt-5 space-y-2.5 text-sm">
        <LegendRow swatch="bg-chart-yellow border-chart-yellow-edge" name={REGISTERED} count={registeredCount}>
          {`${formatCount(notEnrolledCount)} not enrolled`}
        </LegendRow>
        <LegendRow swatch="bg-chart-green border-chart-green" name={ENROLLED} count={enrolledCount} />
      </dl>
    </>
  );
}

interface LegendRowProps {
  swatch: string;
  name: string;
  count: number;
  /** What the slice shows, where it differs from the total. */
  children?: string;
}

function LegendRow({ swatch, name, count, children }: LegendRowProps) {
  return (
    <div className="flex items-start gap-3">
      <span aria-hidden="true" className={`mt-1 size-3.5 shrink-0 rounded-xs border ${swatch}`} />
      <dt>
        {name}
        {children && <span className="meta block">{children}</span>}
      </dt>
      <dd className="num ms-auto font-semibold">{formatCount(count)}</dd>
    </div>
  );
}
