// The ways to break one statement. Each turns what the statement decides round, instead of moving it by a hair: a rule is
// to be broken, not scratched.
import { createRequire } from "node:module";

const ts = createRequire(import.meta.url)("typescript");
const { SyntaxKind } = ts;

const OPPOSITE = new Map([
  [SyntaxKind.EqualsEqualsEqualsToken, "!=="],
  [SyntaxKind.ExclamationEqualsEqualsToken, "==="],
  [SyntaxKind.LessThanToken, ">="],
  [SyntaxKind.LessThanEqualsToken, ">"],
  [SyntaxKind.GreaterThanToken, "<="],
  [SyntaxKind.GreaterThanEqualsToken, "<"],
  [SyntaxKind.AmpersandAmpersandToken, "||"],
  [SyntaxKind.BarBarToken, "&&"],
  [SyntaxKind.PlusToken, "-"],
  [SyntaxKind.MinusToken, "+"],
  [SyntaxKind.AsteriskToken, "/"],
  [SyntaxKind.SlashToken, "*"],
  [SyntaxKind.PlusEqualsToken, "-="],
  [SyntaxKind.MinusEqualsToken, "+="],
]);

/** Changes of the source text that break `node`: [{start, end, text, how}]. Empty where nothing of it runs. */
export function breaksOf(node, source) {
  const changes = [];
  const change = (part, text, how) => changes.push({ start: part.getStart(source), end: part.getEnd(), text, how });
  const textOf = (part) => part.getText(source);

  if (ts.isIfStatement(node) || ts.isWhileStatement(node)) {
    change(node.expression, `!(${textOf(node.expression)})`, "negates the condition");
  } else if (ts.isReturnStatement(node) && node.expression !== undefined) {
    breakValue(node.expression);
  } else if (ts.isThrowStatement(node)) {
    change(node, ";", "does not throw");
  } else if (ts.isExpressionStatement(node)) {
    change(node, ";", "leaves the statement out");
  } else if (ts.isForOfStatement(node)) {
    change(node.expression, "([] as never[])", "visits nothing");
  } else if (ts.isForStatement(node) && node.condition !== undefined) {
    change(node.condition, "false", "visits nothing");
  } else if (ts.isVariableStatement(node)) {
    for (const { initializer } of node.declarationList.declarations)
      if (initializer !== undefined) breakValue(initializer);
  } else if (ts.isPropertyAssignment(node) || ts.isPropertyDeclaration(node) || ts.isParameter(node)) {
    if (node.initializer !== undefined) breakValue(node.initializer);
  } else if (ts.isCaseClause(node)) {
    change(node.expression, '"never" as never', "matches no case");
  } else if (ts.isFunctionLike(node) && node.body !== undefined) {
    breakBody(node.body);
  } else if (ts.isClassDeclaration(node)) {
    for (const member of node.members)
      if (ts.isFunctionLike(member) && member.body !== undefined) breakBody(member.body);
  } else if (ts.isExpression(node)) {
    breakValue(node);
  } else if (ts.isBlock(node)) {
    breakBody(node);
  }
  return changes;

  /** A body is broken where it begins to decide: at its first statements that do more than name things. */
  function breakBody(body) {
    if (!ts.isBlock(body)) return breakValue(body);
    const decisive = body.statements.find((statement) => !ts.isVariableStatement(statement)) ?? body.statements[0];
    if (decisive !== undefined) changes.push(...breaksOf(decisive, source));
  }

  function breakValue(value) {
    const inner = bare(value);
    if (ts.isArrowFunction(inner) || ts.isFunctionExpression(inner)) return breakBody(inner.body);
    if (ts.isConditionalExpression(inner)) {
      change(inner.condition, `!(${textOf(inner.condition)})`, "negates the choice");
    } else if (ts.isBinaryExpression(inner) && OPPOSITE.has(inner.operatorToken.kind)) {
      change(inner.operatorToken, OPPOSITE.get(inner.operatorToken.kind), `turns ${textOf(inner.operatorToken)} round`);
    } else if (ts.isBinaryExpression(inner)) {
      breakValue(inner.left);
    } else if (ts.isPrefixUnaryExpression(inner) && inner.operator === SyntaxKind.ExclamationToken) {
      change(inner, textOf(inner.operand), "drops the negation");
    } else if (ts.isNumericLiteral(inner)) {
      change(inner, `(${inner.text} * 2 + 1)`, "changes the number");
    } else if (ts.isStringLiteral(inner) || ts.isNoSubstitutionTemplateLiteral(inner)) {
      change(inner, JSON.stringify(`${inner.text}broken`), "changes the text");
    } else if (inner.kind === SyntaxKind.TrueKeyword || inner.kind === SyntaxKind.FalseKeyword) {
      change(inner, inner.kind === SyntaxKind.TrueKeyword ? "false" : "true", "turns the truth round");
    } else if (ts.isRegularExpressionLiteral(inner)) {
      change(inner, "/(?!)/", "matches nothing");
    } else if (ts.isArrayLiteralExpression(inner) && inner.elements.length > 0) {
      change(inner, `[${inner.elements.slice(1).map(textOf).join(", ")}]`, "drops the first element");
    } else if (ts.isObjectLiteralExpression(inner) && inner.properties.length > 0) {
      const rest = inner.properties.slice(1).map(textOf);
      change(inner, `{ ${rest.join(", ")} }`, "drops the first member");
      const [first] = inner.properties;
      if (ts.isPropertyAssignment(first)) breakValue(first.initializer);
    } else if (ts.isTemplateExpression(inner)) {
      change(inner, '"broken"', "changes the text");
    } else if (ts.isAwaitExpression(inner)) {
      breakValue(inner.expression);
    } else if (ts.isSpreadElement(inner)) {
      breakValue(inner.expression);
    } else if (ts.isNewExpression(inner) && inner.arguments !== undefined && inner.arguments.length > 0) {
      breakValue(inner.arguments[0]);
    } else {
      change(inner, "(undefined as never)", "gives nothing");
    }
  }

  function bare(value) {
    let inner = value;
    while (ts.isParenthesizedExpression(inner) || ts.isAsExpression(inner) || ts.isSatisfiesExpression(inner)) {
      inner = inner.expression;
    }
    return inner;
  }
}
