import { type BinaryOperationNode, PostgresQueryCompiler, PrimitiveValueListNode } from 'kysely';

/** Nothing is in an empty list, as SQLite has it; PostgreSQL refuses `IN ()`. */
export class EmptyListCompiler extends PostgresQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const { operator, rightOperand } = node;
    if (!PrimitiveValueListNode.is(rightOperand) || rightOperand.values.length > 0) super.visitBinaryOperation(node);
    else this.append('operator' in operator && operator.operator === 'in' ? 'false' : 'true');
  }
}
