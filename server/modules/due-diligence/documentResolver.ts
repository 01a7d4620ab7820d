import { Arg, Ctx, ID, Int, Mutation, Query, Resolver } from 'type-graphql';
import type { DocumentClass, DocumentSubject } from '../../domain/due-diligence/documentClasses.ts';
import { documentListing } from '../../domain/due-diligence/dueDiligenceInput.ts';
import type { Context } from '../../platform/graphql/context.ts';
import { NotFound, orFailure } from '../../platform/graphql/failures.ts';
import { parsePage } from '../../platform/graphql/pageInput.ts';
import { parseArguments } from '../../platform/graphql/parseArguments.ts';
import type { DocumentService } from './documentService.ts';
import {
  DocumentClassEnum,
  DocumentRemoved,
  DocumentSubjectEnum,
  DocumentType,
  DueDiligenceDocumentPage,
  RemoveDocumentResult,
} from './dueDiligenceTypes.ts';

interface Services {
  documents: DocumentService;
}

/** Documents of due diligence. They are added and downloaded over REST. */
@Resolver()
export class DocumentResolver {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  @Query(() => DueDiligenceDocumentPage, {
    description:
      'Documents of due diligence, for those who see all lots or manage due diligence; farmers see those about their own farm. ' +
      'Example: `{ dueDiligenceDocuments(expiring: true) { documents { title validUntil validity } } }`',
  })
  async dueDiligenceDocuments(
    @Ctx() { caller }: Context,
    @Arg('page', () => Int, { defaultValue: 1, description: 'From 1' }) page: number,
    @Arg('limit', () => Int, { defaultValue: 20, description: '1 to 100' }) limit: number,
    @Arg('documentClass', () => DocumentClassEnum, { nullable: true, description: 'Those of this class alone' })
    documentClass: DocumentClass | null | undefined,
    @Arg('subjectKind', () => DocumentSubjectEnum, { nullable: true, description: 'Those about these things alone' })
    subjectKind: DocumentSubject | null | undefined,
    @Arg('subject', () => String, {
      nullable: true,
      description: 'Those about this farm id, lot id, number of a consignment, or UUID of a plot, lot or consignment',
    })
    subject: string | null | undefined,
    @Arg('expiring', () => Boolean, {
      defaultValue: false,
      description: 'Those that expire within 90 days or have expired',
    })
    expiring: boolean,
  ): Promise<DueDiligenceDocumentPage> {
    const listing = parseArguments(caller, documentListing, {
      ...parsePage(page, limit),
      documentClass: documentClass ?? undefined,
      subjectKind: subjectKind ?? undefined,
      subject: subject ?? undefined,
      expiring,
    });
    return this.#services.documents.list(caller, listing);
  }

  @Query(() => DocumentType, {
    nullable: true,
    description:
      'One document; null for none. Example: `query ($id: ID!) { dueDiligenceDocument(id: $id) { title sha256 } }`',
  })
  dueDiligenceDocument(
    @Arg('id', () => ID, { description: 'UUID of the document' }) id: string,
    @Ctx() { caller }: Context,
  ): Promise<DocumentType | null> {
    return this.#services.documents.find(caller, id);
  }

  @Mutation(() => RemoveDocumentResult, {
    description:
      'Deletes file and names of a document for good. Example: `mutation ($id: ID!) { removeDueDiligenceDocument(id: $id) { ' +
      '... on DocumentRemoved { removed } ... on Failure { message } } }`',
  })
  removeDueDiligenceDocument(
    @Arg('id', () => ID, { description: 'UUID of the document' }) id: string,
    @Ctx() { caller, info }: Context,
  ): Promise<typeof RemoveDocumentResult> {
    return orFailure([NotFound], async () => {
      await this.#services.documents.remove(caller, id, info);
      return Object.assign(new DocumentRemoved(), { removed: true });
    });
  }
}
