/** Why a task fails, in a sentence that is shown to people and logged. */
export class TaskFailed extends Error {
  override readonly name = 'TaskFailed';
}
