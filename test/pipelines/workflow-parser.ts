/** GitHub's own reader of actions and workflows, with what it holds against a file. */
import { registerHooks } from 'node:module';

// It imports JSON as bundlers do, without the attribute that Node.js asks for.
registerHooks({
  load: (url, context, next) =>
    next(url, url.endsWith('.json') ? { ...context, importAttributes: { type: 'json' } } : context),
});

const { NoOperationTraceWriter, parseWorkflow } = await import('@actions/workflow-parser');
const { parseAction } = await import('@actions/workflow-parser/actions/action-parser');

/** What is wrong with an `action.yml` by GitHub's schema of actions; nothing where it is right. */
export function actionFaults(content: string): string[] {
  return faultsOf(parseAction({ name: 'action.yml', content }, new NoOperationTraceWriter()));
}

/** What is wrong with a workflow by GitHub's schema of workflows; nothing where it is right. */
export function workflowFaults(content: string): string[] {
  return faultsOf(parseWorkflow({ name: 'workflow.yml', content }, new NoOperationTraceWriter()));
}

function faultsOf({ context }: ReturnType<typeof parseWorkflow>): string[] {
  return context.errors.getErrors().map(({ message }) => message);
}
